import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { App } from '@supabase/lite'
import { writeFilesAtomically } from '../files.ts'

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
      return {
        metadata: await metadataOf(file),
        httpStatusCode: 200,
        body: Readable.toWeb(createReadStream(file)),
      }
    },
    async uploadObject(bucket, key, _version, body, mimetype, cacheControl) {
      const file = fileOf(bucket, key)
      const stored: Stored = { mimetype, cacheControl }
      await writeFilesAtomically([
        // A web stream, which Node's types do not know as iterable.
        [file, body as Uint8Array | AsyncIterable<Uint8Array>],
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
      await writeFilesAtomically([
        [to, createReadStream(from)],
        [`${to}.json`, createReadStream(`${from}.json`)],
      ])
      return metadataOf(to)
    },
    headObject: (bucket, key) => metadataOf(fileOf(bucket, key)),
    privateAssetUrl: async (bucket, key) => `file://${fileOf(bucket, key)}`,
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
