import { expect, test, vi } from 'vitest'

const real = vi.hoisted(() => ({ made: 0, upload: vi.fn(), remove: vi.fn() }))
vi.mock('@supabase/storage-js', () => ({
  StorageClient: class {
    constructor() {
      real.made += 1
    }
    from(bucket: string) {
      return {
        upload: (...file: unknown[]) => real.upload(bucket, ...file),
        remove: (...paths: unknown[]) => real.remove(bucket, ...paths),
      }
    }
  },
}))

const { StorageClient } = await import('./storage.ts')

test('names a public address without fetching the real client; uploads and removes with it', async () => {
  const bucket = new StorageClient('https://guildhall.example/storage/v1', {}).from('benefits')
  expect(bucket.getPublicUrl('a b.png').data.publicUrl).toBe(
    'https://guildhall.example/storage/v1/object/public/benefits/a%20b.png',
  )
  expect(real.made).toBe(0)
  const file = new Blob(['x'])
  await bucket.upload('a.png', file, { upsert: true })
  await bucket.remove(['a.png'])
  expect(real.upload).toHaveBeenCalledWith('benefits', 'a.png', file, { upsert: true })
  expect(real.remove).toHaveBeenCalledWith('benefits', ['a.png'])
})
