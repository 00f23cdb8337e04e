/** Compiler flags of every Rust module. rust/Cargo.toml has the profile (optimization, link-time optimization, abort on panic). */
export const rustFlags = [
  '-Ctarget-feature=+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint',
  '-Clink-arg=-zstack-size=1048576',
];
