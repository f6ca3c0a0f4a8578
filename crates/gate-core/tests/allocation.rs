//! A round allocates nothing once the queue has been as long as it gets.
#![allow(clippy::unwrap_used)]
#![allow(unsafe_code, reason = "an allocator that counts has to be unsafe; it is a test's")]

use core::num::NonZeroU64;
use gate_core::{Flow, Gate, Limits};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_round_does_not_allocate_once_warm() {
    let flow = |cost, class| Flow { cost: NonZeroU64::new(cost).unwrap(), class, ceiling: None };
    let mut gate = Gate::new(&[flow(1, 1), flow(1, 2), flow(60, 3)]);
    let mut run = || {
        // A hundred rounds of overload, then as many that drain it.
        for (count, capacity) in [(9, 100), (0, 10_000)] {
            for _ in 0..100 {
                let bound = None;
                gate.round(&[count; 3], Limits { capacity, bound });
            }
        }
        assert_eq!(gate.waiting().count(), 0);
    };
    run();
    let warm = ALLOCATIONS.with(Cell::get);
    run();
    assert_eq!(ALLOCATIONS.with(Cell::get), warm);
}
