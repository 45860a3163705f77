import { createHash } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '@supabase/lite'
import { writeTogether } from '../files.ts'

type StorageAdapter = NonNullable<App['_storageAdapter']>
type Metadata = Awaited<ReturnType<StorageAdapter['headObject']>>
type Stored = Pick<Metadata, 'mimetype' | 'cacheControl'>

/**
 * Files on disk for lite's storage, whose own adapter for this is not exported. Throws ENOENT for a missing object.
 * lite writes every object without the version it later asks for, so versions are left out.
 */
export function createStorageAdapter(folder: string): StorageAdapter {
  // A hash, so that no key can name a path outside, or the folder of another key.
  const fileOf = (bucket: string, key: string) => join(folder, sha256(`${bucket}/${key}`))

  async function metadataOf(file: string): Promise<Metadata> {
    const [info, head] = await Promise.all([stat(file), readFile(`${file}.json`, 'utf8')])
    const stored: Stored = JSON.parse(head)
    const eTag = `"${sha256(`${info.mtimeMs}:${info.size}`)}"`
    return {
      ...stored,
      contentLength: info.size,
      size: info.size,
      lastModified: info.mtime,
      eTag,
      httpStatusCode: 200,
    }
  }

  async function remove(bucket: string, key: string): Promise<void> {
    const file = fileOf(bucket, key)
    await Promise.all([rm(file, { force: true }), rm(`${file}.json`, { force: true })])
  }

  return {
    driver: undefined,
    async getObject(bucket, key) {
      const file = fileOf(bucket, key)
      const [metadata, body] = await Promise.all([metadataOf(file), readFile(file)])
      return { metadata, httpStatusCode: 200, body }
    },
    async uploadObject(bucket, key, _version, body, mimetype, cacheControl) {
      const file = fileOf(bucket, key)
      const stored: Stored = { mimetype, cacheControl }
      await writeTogether([
        [file, await bytesOf(body)],
        [`${file}.json`, JSON.stringify(stored)],
      ])
      return metadataOf(file)
    },
    deleteObject: remove,
    async deleteObjects(bucket, keys) {
      await Promise.all(keys.map((key) => remove(bucket, key)))
    },
    async copyObject(bucket, key, _version, toBucket, toKey) {
      const [from, to] = [fileOf(bucket, key), fileOf(toBucket, toKey)]
      await writeTogether([
        [to, await readFile(from)],
        [`${to}.json`, await readFile(`${from}.json`)],
      ])
      return metadataOf(to)
    },
    headObject: (bucket, key) => metadataOf(fileOf(bucket, key)),
    privateAssetUrl: async (bucket, key) => `file://${fileOf(bucket, key)}`,
  }
}

async function bytesOf(body: Parameters<StorageAdapter['uploadObject']>[3]): Promise<Uint8Array> {
  return body instanceof Uint8Array
    ? body
    : Buffer.from(await new Response(body as ReadableStream).arrayBuffer())
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
