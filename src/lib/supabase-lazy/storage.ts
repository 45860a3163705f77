import type { StorageClient as Loaded } from '@supabase/storage-js'
import { toNetworkError } from '@/lib/errors'

type Bucket = ReturnType<Loaded['from']>

/** Re-exported by supabase-js; the app matches errors by their code. */
export const StorageApiError = Error

/** Replaces storage-js: the first upload fetches the real client. */
export class StorageClient {
  readonly #options: ConstructorParameters<typeof Loaded>

  constructor(...options: ConstructorParameters<typeof Loaded>) {
    this.#options = options
  }

  async #bucket(name: string): Promise<Bucket> {
    const module = await import('@supabase/storage-js').catch((error: unknown) => {
      throw toNetworkError(error)
    })
    return new module.StorageClient(...this.#options).from(name)
  }

  from(name: string): Pick<Bucket, 'upload' | 'remove' | 'getPublicUrl'> {
    return {
      upload: async (...file) => (await this.#bucket(name)).upload(...file),
      remove: async (...paths) => (await this.#bucket(name)).remove(...paths),
      getPublicUrl: (path) => ({
        data: { publicUrl: encodeURI(`${this.#options[0]}/object/public/${name}/${path}`) },
      }),
    }
  }
}
