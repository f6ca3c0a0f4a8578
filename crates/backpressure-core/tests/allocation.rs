//! A round allocates nothing once the buffers have been as long as they get.
#![allow(unsafe_code, reason = "an allocator that counts has to be unsafe; it is a test's")]

use backpressure_core::Chain;
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
    for depth in 0..=3 {
        let mut chain = Chain::new(&[Some(200), None, Some(100)], depth);
        let mut run = || {
            for round in 0..100 {
                chain.round(60 + 30 * (round % 4), &[250, 150, 10]);
            }
            for _ in 0..100 {
                chain.round(0, &[1_000; 3]);
            }
            assert_eq!(chain.waiting_items().sum::<u64>(), 0);
        };
        run();
        let warm = ALLOCATIONS.with(Cell::get);
        run();
        assert_eq!(ALLOCATIONS.with(Cell::get), warm, "depth {depth}");
    }
}
