/** What a file of recipes/ exports. */

/** A file of patches/. */
export interface CratePatch {
  readonly file: string;
  /** The folder that the patch's paths begin in. */
  readonly crate: string;
}

interface Upstream {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Within the crate's folder; null where the crate has none. */
  readonly licenseFile: string | null;
}

export interface CRecipe {
  readonly kind: 'c';
  readonly upstream: Upstream;
  /** What else the module has inside, with versions. */
  readonly contains?: readonly string[];
  /** Of sources/Cargo.toml. */
  readonly crate: string;
  /** Crates that the library has inside. */
  readonly withCrates?: readonly string[];
  /** Paths within the crate; `*` stands for any characters but a slash. */
  readonly sources: readonly string[];
  readonly exclude?: readonly string[];
  readonly includes?: readonly string[];
  /** True defines a name without a value. */
  readonly defines?: Readonly<Record<string, string | number | true>>;
  readonly flags?: readonly string[];
  /** A file of glue/; by default that of the module's name. */
  readonly glue?: string;
  /** A patch without a crate begins in the recipe's own. */
  readonly patches?: readonly (string | CratePatch)[];
}

export interface RustRecipe {
  readonly kind: 'rust';
  readonly upstream: Upstream;
  readonly contains?: readonly string[];
  /** Of rust/Cargo.toml's workspace. */
  readonly package: string;
  readonly withCrates?: undefined;
  readonly flags?: readonly string[];
  readonly patches?: readonly CratePatch[];
}

export type Recipe = CRecipe | RustRecipe;

/** `name`: that of the recipe's file, which is the module's. */
export type Named<R extends Recipe> = R & { readonly name: string };
