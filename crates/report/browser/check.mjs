// Opens reports in a real browser and looks for what a reader would stumble over.
//
//   node check.mjs REPORT… [--screenshots FOLDER]
//
// Every cell of every report is opened by the link that a reader clicks, and every page at three widths in light and
// dark. Fails where the console says an error, anything is fetched, a page scrolls sideways, a label is cut off or lies
// on another, or axe-core finds a fault of accessibility. Without JavaScript every page has to be there as well.

import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const WIDTHS = [360, 768, 1440];
const THEMES = ["light", "dark"];
/** What axe-core looks at does not depend on the width. */
const AXE_WIDTH = 1440;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const reports = [];
let screenshots = null;
const args = process.argv.slice(2);
while (args.length > 0) {
  const arg = args.shift();
  if (arg === "--screenshots") {
    screenshots = args.shift();
  } else {
    reports.push(resolve(arg));
  }
}
if (reports.length === 0 || screenshots === undefined) {
  console.error("usage: node check.mjs REPORT… [--screenshots FOLDER]");
  process.exit(2);
}
if (screenshots) {
  await mkdir(screenshots, { recursive: true });
}

const faults = [];
let opened = 0;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
for (const report of reports) {
  await checkEveryCell(report);
  for (const theme of THEMES) {
    for (const width of WIDTHS) {
      await checkEveryPage(report, theme, width);
    }
  }
  await checkKeyboard(report);
  await checkWithoutScript(report);
}
await browser.close();

for (const fault of faults) {
  console.error(fault);
}
console.error(`${opened} views of ${reports.length} reports: ${faults.length} faults.`);
process.exit(faults.length === 0 ? 0 : 1);

/** A page of its own that notes what the console says and what is fetched. */
async function open(report, theme, width, options = {}) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: theme,
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  const where = () => `${basename(report)} ${width} ${theme} ${new URL(page.url()).hash || "#"}`;
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      faults.push(`${where()}: the console says ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => faults.push(`${where()}: ${error}`));
  page.on("request", (request) => {
    const url = request.url();
    if (url !== pathToFileURL(report).href && !url.startsWith("data:") && !url.startsWith(`${pathToFileURL(report).href}#`)) {
      faults.push(`${where()}: fetches ${url}`);
    }
  });
  await page.goto(pathToFileURL(report).href);
  return { context, page, where };
}

/** Clicks through the overview, and reads values off a picture of every cell. */
async function checkEveryCell(report) {
  const { context, page, where } = await open(report, "light", 1440);
  const targets = await page.$$eval("#overview a[href^='#']", (links) => links.map((link) => link.getAttribute("href")));
  if (targets.length === 0) {
    faults.push(`${where()}: the overview links to nothing`);
  }
  for (const target of targets) {
    await go(page, "");
    await page.click(`#overview a[href="${target}"]`);
    opened += 1;
    const wanted = target.slice(1);
    const isCell = wanted.split("/").length === 3;
    const wantedPage = isCell ? wanted.slice(0, wanted.lastIndexOf("/")) : wanted;
    if (!(await isShown(page, wantedPage))) {
      faults.push(`${where()}: ${target} does not show its page`);
      continue;
    }
    if (isCell) {
      if ((await page.locator(".card.chosen:visible").count()) !== 1) {
        faults.push(`${where()}: the cell is not marked`);
      }
      await readAtCursor(page, where);
    }
  }
  await context.close();
}

/** Goes to a page by its address. */
async function go(page, name) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, name);
  if (!(await isShown(page, name || "overview"))) {
    faults.push(`#${name} does not show its page`);
  }
}

/** Whether a page, and no other, is shown before long: a browser tells of a new address a little later. */
async function isShown(page, id) {
  const shown = (wanted) => {
    const pages = document.querySelectorAll(".page.shown");
    return pages.length === 1 && pages[0].id === wanted;
  };
  return page.waitForFunction(shown, id, { timeout: 5000 }).then(
    () => true,
    () => false,
  );
}

/** Goes from page to page and measures each. */
async function checkEveryPage(report, theme, width) {
  const { context, page, where } = await open(report, theme, width);
  if (width === AXE_WIDTH) {
    await page.evaluate(axe);
  }
  const names = await page.$$eval(".page", (pages) => pages.map((each) => each.id));
  for (const name of names) {
    await go(page, name);
    await look(page, where, width === AXE_WIDTH);
  }
  await context.close();
}

/** Points at a picture of the chosen card: its values have to appear, and to go. */
async function readAtCursor(page, where) {
  const picture = page.locator(".card.chosen .picture").last();
  const value = page.locator(".card.chosen .plot").last().locator("dd").first();
  const before = await value.textContent();
  await picture.hover({ timeout: 3000 });
  const read = await page.locator(".page.shown output").textContent();
  if (!/\d/.test(read ?? "") || !/\d/.test((await value.textContent()) ?? "")) {
    faults.push(`${where()}: pointing at a picture shows no value`);
  }
  await page.mouse.move(0, 0);
  if ((await value.textContent()) !== before) {
    faults.push(`${where()}: the value stays when the pointer has gone`);
  }
}

/** Measures what is on the screen. */
async function look(page, where, withAxe) {
  opened += 1;
  const found = await page.evaluate(measure);
  faults.push(...found.map((fault) => `${where()}: ${fault}`));
  if (withAxe) {
    const violations = await page.evaluate(askAxe);
    faults.push(...violations.map((violation) => `${where()}: ${violation}`));
  }
  if (screenshots) {
    const file = `${where().replaceAll(/[^a-z0-9.]+/gi, "-")}.png`;
    await page.screenshot({ path: join(screenshots, file), fullPage: true });
  }
}

/** Runs in the page. The pages that are not shown are put aside meanwhile: axe-core walks through what is hidden too. */
async function askAxe() {
  const main = document.getElementById("main");
  const pages = [...main.children];
  main.replaceChildren(...pages.filter((page) => page.classList.contains("shown")));
  const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
  main.replaceChildren(...pages);
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}: ${nodes[0].target})`);
}

/** Runs in the page: sideways scroll, labels that are cut off, texts of a drawing that lie on one another. */
function measure() {
  const found = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > window.innerWidth) {
    found.push(`scrolls sideways: ${scrollWidth} of ${window.innerWidth}`);
  }
  const shown = document.querySelector(".page.shown");
  for (const element of shown.querySelectorAll("h1, h2, h3, a, dt, dd, figcaption, th, td, .badge, .top-value, .above")) {
    if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1) {
      found.push(`cut off: ${element.textContent.trim().slice(0, 60)}`);
    }
  }
  for (const drawing of shown.querySelectorAll(".flow > svg")) {
    const frame = drawing.getBoundingClientRect();
    const boxes = [...drawing.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
    boxes.forEach(([text, box], index) => {
      if (box.right > frame.right + 1 || box.bottom > frame.bottom + 1) {
        found.push(`outside its drawing: ${text}`);
      }
      for (const [other, otherBox] of boxes.slice(index + 1)) {
        const overlap = Math.min(box.bottom, otherBox.bottom) - Math.max(box.top, otherBox.top);
        if (overlap > box.height / 3) {
          found.push(`on one another: ${text} and ${other}`);
        }
      }
    });
  }
  return found;
}

/** With the keyboard alone: the slider shows values, and arrow keys move them. */
async function checkKeyboard(report) {
  const { context, page, where } = await open(report, "light", 768);
  const cell = await page.getAttribute("#overview a.cell", "href");
  await page.focus(`#overview a[href="${cell}"]`);
  await page.keyboard.press("Enter");
  const slider = page.locator(".page.shown .cursor-control input");
  await slider.focus();
  const first = await slider.getAttribute("aria-valuetext");
  await page.keyboard.press("ArrowRight");
  const second = await slider.getAttribute("aria-valuetext");
  if (!/\d/.test(first ?? "") || first === second) {
    faults.push(`${where()}: the arrow keys do not move the cursor: ${first}, ${second}`);
  }
  await page.goBack();
  if (!(await isShown(page, "overview"))) {
    faults.push(`${where()}: back does not lead to the overview`);
  }
  await context.close();
}

/** Without JavaScript every page is there, one below the other. */
async function checkWithoutScript(report) {
  const { context, page, where } = await open(report, "light", 1440, { javaScriptEnabled: false });
  const hidden = await page.locator(".page:not(:visible)").count();
  if (hidden > 0) {
    faults.push(`${where()}: ${hidden} pages need JavaScript`);
  }
  await context.close();
}
