import type { FunctionsClient as Loaded } from '@supabase/functions-js'

export {
  FunctionRegion,
  FunctionsError,
  FunctionsFetchError,
  FunctionsHttpError,
  FunctionsRelayError,
} from '@supabase/functions-js'

/** Stands in for functions-js in the built app (decision 10): the real client is fetched with the first call. */
export class FunctionsClient {
  readonly #options: ConstructorParameters<typeof Loaded>

  constructor(...options: ConstructorParameters<typeof Loaded>) {
    this.#options = options
  }

  async invoke(...call: Parameters<Loaded['invoke']>) {
    const module = await import('@supabase/functions-js')
    return new module.FunctionsClient(...this.#options).invoke(...call)
  }
}
