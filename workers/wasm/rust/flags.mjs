/** Of every Rust module; rust/Cargo.toml has the profile (optimisation, link-time optimisation, aborting panics). */
export const rustFlags = [
  '-Ctarget-feature=+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint',
  '-Clink-arg=-zstack-size=1048576',
];
