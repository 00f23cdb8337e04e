/** The types of the recipes, the files of recipes/. */

/** A patch from patches/ for one of several crates. */
export interface CratePatch {
  readonly file: string;
  /** The folder in which the patch's paths begin. */
  readonly crate: string;
}

interface Upstream {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The licence file within the crate's folder; null if the crate has none. */
  readonly licenseFile: string | null;
}

export interface CRecipe {
  readonly kind: 'c';
  readonly upstream: Upstream;
  /** Other libraries inside the module, with versions. */
  readonly contains?: readonly string[];
  /** The crate in sources/Cargo.toml. */
  readonly crate: string;
  /** Crates that the library contains. */
  readonly withCrates?: readonly string[];
  /** Source paths within the crate; `*` stands for any characters except a slash. */
  readonly sources: readonly string[];
  readonly exclude?: readonly string[];
  readonly includes?: readonly string[];
  /** Preprocessor defines; true defines a name without a value. */
  readonly defines?: Readonly<Record<string, string | number | true>>;
  readonly flags?: readonly string[];
  /** A file of glue/; by default the file with the module's name. */
  readonly glue?: string;
  /** Patches; one without a crate applies to the recipe's own crate. */
  readonly patches?: readonly (string | CratePatch)[];
}

export interface RustRecipe {
  readonly kind: 'rust';
  readonly upstream: Upstream;
  readonly contains?: readonly string[];
  /** The package in the workspace of rust/Cargo.toml. */
  readonly package: string;
  readonly withCrates?: undefined;
  readonly flags?: readonly string[];
  /** Flags for the C sources of the crates that it contains, which zig compiles; absent if it contains none. */
  readonly cFlags?: readonly string[];
  readonly patches?: readonly CratePatch[];
}

export type Recipe = CRecipe | RustRecipe;

/** A recipe with the name of its file, which is the module's name. */
export type NamedRecipe<R extends Recipe> = R & { readonly name: string };
