//! Parquet files, written and read by upstream's crate in WASM memory. Tables come and go as the structs of Arrow's C data interface.

// The C libraries that the patched crate calls.
use {compu_brotli_sys as _, libdeflate_sys as _, lz4_sys as _};

// Elsewhere the C library has its own.
#[cfg(target_arch = "wasm32")]
mod c_library;
mod counted_file;
mod properties;
mod read;
mod read_lists;
mod write;
