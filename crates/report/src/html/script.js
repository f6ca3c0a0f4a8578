// Shows one page at a time, and reads exact values off the pictures. The document is complete without it.
(() => {
  "use strict";
  const root = document.documentElement;
  const { title, round: roundWord, mean: meanWord } = document.body.dataset;
  const pages = [...document.querySelectorAll(".page")];
  const overview = pages[0];
  root.classList.add("script");

  // Pages.

  function target() {
    let name = location.hash.slice(1);
    try {
      name = decodeURIComponent(name);
    } catch {
      // Not encoded by a browser: taken as it is.
    }
    return name === "" || name === "main" ? null : document.getElementById(name);
  }

  function show(isFirst) {
    if (location.hash === "#main") {
      return;
    }
    const found = target();
    const page = found?.closest(".page") ?? overview;
    for (const other of pages) {
      other.classList.toggle("shown", other === page);
    }
    for (const chosen of document.querySelectorAll(".chosen")) {
      chosen.classList.remove("chosen");
    }
    for (const link of document.querySelectorAll("nav.settings a")) {
      link.toggleAttribute("aria-current", link.getAttribute("href") === location.hash);
    }
    const heading = page.querySelector("h1")?.textContent;
    document.title = page === overview ? title : `${heading} · ${title}`;
    if (found?.classList.contains("card")) {
      found.classList.add("chosen");
      found.scrollIntoView({ block: "start" });
      found.focus({ preventScroll: true });
    } else if (!isFirst) {
      window.scrollTo(0, 0);
      document.getElementById("main").focus({ preventScroll: true });
    }
  }

  window.addEventListener("hashchange", () => show(false));
  show(true);

  // Values at the cursor.

  function decode(text, width, rounds) {
    const steps = [];
    for (const stretch of text.split(" ")) {
      const [values, count] = stretch.split("*").reverse();
      const [least, most, sum] = values.split(",");
      for (let left = Number(count ?? 1); left > 0; left -= 1) {
        const length = Math.min(width, rounds - steps.length * width);
        if (sum === undefined) {
          steps.push(least);
          continue;
        }
        const mean = Number(sum) / length;
        steps.push(`${least}–${most} · ${meanWord} ${mean.toFixed(mean < 1000 ? 2 : 0)}`);
      }
    }
    return steps;
  }

  function prepare(page) {
    const control = page.querySelector(".cursor-control input");
    if (!control) {
      return;
    }
    const output = page.querySelector(".cursor-control output");
    const width = Number(control.dataset.width);
    const rounds = Number(control.dataset.rounds);
    const last = Number(control.max);
    const cursors = [...page.querySelectorAll(".cursor")];
    const entries = [...page.querySelectorAll(".entry")].map((entry) => {
      const value = entry.querySelector("dd");
      return { value, total: value.dataset.total, series: entry.dataset.series, steps: null };
    });

    function place(step) {
      const from = step * width + 1;
      const to = Math.min(from + width - 1, rounds);
      const spoken = from === to ? `${roundWord} ${from}` : `${roundWord} ${from}–${to}`;
      output.textContent = spoken;
      control.setAttribute("aria-valuetext", spoken);
      page.classList.add("reading");
      for (const cursor of cursors) {
        cursor.setAttribute("x1", step + 0.5);
        cursor.setAttribute("x2", step + 0.5);
      }
      for (const entry of entries) {
        entry.steps ??= decode(entry.series, width, rounds);
        entry.value.textContent = entry.steps[step] ?? "–";
      }
    }

    function rest() {
      page.classList.remove("reading");
      output.textContent = "–";
      control.setAttribute("aria-valuetext", "–");
      for (const entry of entries) {
        entry.value.textContent = entry.total;
      }
    }

    control.setAttribute("aria-valuetext", "–");
    control.addEventListener("input", () => place(Number(control.value)));
    control.addEventListener("focus", () => place(Number(control.value)));
    control.addEventListener("blur", rest);
    for (const picture of page.querySelectorAll(".picture")) {
      picture.addEventListener("pointermove", (event) => {
        const box = picture.getBoundingClientRect();
        const share = (event.clientX - box.left) / box.width;
        const step = Math.max(0, Math.min(last, Math.floor(share * (last + 1))));
        control.value = String(step);
        place(step);
      });
      picture.addEventListener("pointerleave", () => {
        if (document.activeElement !== control) {
          rest();
        }
      });
    }
  }

  pages.forEach(prepare);
})();
