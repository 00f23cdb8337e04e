import type { NativeModule } from './native-module';

/** A context of a module, for callers that are no codec of the registry. It is opened now, outside every clock, and again after a trap has replaced the instance. */
export class NativeContext {
  readonly module: NativeModule;
  readonly #parameters: readonly number[];
  readonly #notOpened: (message: string) => Error;
  #handle: number;
  #generation: number;

  /** `notOpened` makes the error that is thrown if the library can't start; it takes the library's message. */
  constructor(module: NativeModule, parameters: readonly number[], notOpened: (message: string) => Error) {
    this.module = module;
    this.#parameters = parameters;
    this.#notOpened = notOpened;
    this.#handle = this.#open();
    this.#generation = module.generation;
  }

  #open(): number {
    const opened = this.module.open(this.#parameters);
    if (opened === 0) throw this.#notOpened(this.module.message());
    return opened;
  }

  get handle(): number {
    if (this.#generation !== this.module.generation) {
      this.#handle = this.#open();
      this.#generation = this.module.generation;
    }
    return this.#handle;
  }
}
