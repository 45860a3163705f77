import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { App } from '@supabase/lite'

type StorageAdapter = NonNullable<App['_storageAdapter']>
type Metadata = Awaited<ReturnType<StorageAdapter['headObject']>>
type Stored = Pick<Metadata, 'mimetype' | 'cacheControl'>

/** Files on disk for lite's storage; its own adapter for this is not exported. Throws ENOENT for a missing object. */
export function createStorageAdapter(folder: string): StorageAdapter {
  const root = resolve(folder)

  function fileOf(bucket: string, key: string, version: string | undefined): string {
    const file = resolve(join(root, bucket, key, version ?? 'current'))
    if (!file.startsWith(root + sep)) throw new Error('The object lies outside the storage folder')
    return file
  }

  async function metadataOf(file: string): Promise<Metadata> {
    const [info, head] = await Promise.all([stat(file), readFile(`${file}.json`, 'utf8')])
    const stored: Stored = JSON.parse(head)
    const eTag = `"${createHash('sha256').update(`${info.mtimeMs}:${info.size}`).digest('hex').slice(0, 32)}"`
    return {
      ...stored,
      contentLength: info.size,
      size: info.size,
      lastModified: info.mtime,
      eTag,
      httpStatusCode: 200,
    }
  }

  return {
    driver: undefined,
    async getObject(bucket, key, version) {
      const file = fileOf(bucket, key, version)
      const [metadata, body] = await Promise.all([metadataOf(file), readFile(file)])
      return { metadata, httpStatusCode: 200, body }
    },
    async uploadObject(bucket, key, version, body, mimetype, cacheControl) {
      const file = fileOf(bucket, key, version)
      const stored: Stored = { mimetype, cacheControl }
      await mkdir(dirname(file), { recursive: true })
      await writeFile(
        file,
        body instanceof Uint8Array ? body : await new Response(body as ReadableStream).bytes(),
      )
      await writeFile(`${file}.json`, JSON.stringify(stored))
      return metadataOf(file)
    },
    async deleteObject(bucket, key, version) {
      const file = fileOf(bucket, key, version)
      await Promise.all([rm(file, { force: true }), rm(`${file}.json`, { force: true })])
    },
    async deleteObjects(bucket, paths) {
      await Promise.all(
        paths.map((path) => rm(resolve(join(root, bucket, path)), { recursive: true, force: true })),
      )
    },
    async copyObject(bucket, key, version, toBucket, toKey, toVersion) {
      const [from, to] = [fileOf(bucket, key, version), fileOf(toBucket, toKey, toVersion)]
      await mkdir(dirname(to), { recursive: true })
      await Promise.all([copyFile(from, to), copyFile(`${from}.json`, `${to}.json`)])
      return metadataOf(to)
    },
    async headObject(bucket, key, version) {
      return metadataOf(fileOf(bucket, key, version))
    },
    async privateAssetUrl(bucket, key, version) {
      return `file://${fileOf(bucket, key, version)}`
    },
  }
}
