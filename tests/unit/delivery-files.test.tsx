import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { held } from '@tests/support/held'
import { goOffline } from '@tests/support/offline'
import '@tests/support/pictures'
import { renderPage, signInAs } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { FileUpload } from '@/components/form/file-drop'
import type { DeliveryFile } from '@/entities/deliveries/files'
import { useFileDownload } from '@/entities/deliveries/own'
import { useFileUpload } from '@/entities/deliveries/settings'

const benefitId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const saved: DeliveryFile = {
  path: `${benefitId}/old/guide.pdf`,
  name: 'guide.pdf',
  size: 2048,
  type: 'application/pdf',
}
const object = '*/storage/v1/object/deliveries/*'
const pathIn = (url: string) => decodeURI(new URL(url).pathname.split('/deliveries/')[1] ?? '')

type Answer = () => Response | Promise<Response>
const stored: Answer = () => HttpResponse.json({ Key: 'x', Id: 'x' })
const refused = (statusCode: string) => () =>
  HttpResponse.json({ statusCode, error: 'x', message: 'x' }, { status: 400 })

/** Serves uploads with these responses, the last one again and again; records requests. */
function serve(...answers: Answer[]) {
  const requests: { path: string; headers: Headers }[] = []
  const removed: unknown[] = []
  server.use(
    http.post(object, ({ request }) => {
      requests.push({ path: pathIn(request.url), headers: request.headers })
      return (answers.length > 1 ? answers.shift() : answers[0])?.()
    }),
    http.delete('*/storage/v1/object/deliveries', async ({ request }) => {
      removed.push(...((await request.json()) as { prefixes: string[] }).prefixes)
      return HttpResponse.json([])
    }),
  )
  return { requests, removed }
}

type UploadProps = { file?: DeliveryFile; isNeeded?: (path: string) => boolean }

function Upload({ file, isNeeded }: UploadProps) {
  const { stored, field } = useFileUpload(benefitId, file, isNeeded)
  return (
    <>
      <FileUpload label="File" {...field} />
      <output>{JSON.stringify(stored)}</output>
    </>
  )
}

async function open(file?: DeliveryFile, isNeeded?: UploadProps['isNeeded']) {
  await signInAs()
  const view = renderPage(<Upload file={file} isNeeded={isNeeded} />)
  const user = userEvent.setup()
  return {
    ...view,
    choose: async (chosen: File) => user.upload(await screen.findByLabelText('File'), chosen),
    press: async (name: string) => user.click(await screen.findByRole('button', { name })),
  }
}

const zip = (size = 3, name = 'Größe & Gewicht..zip') =>
  new File([new Uint8Array(size)], name, { type: 'application/zip' })
const output = () => JSON.parse(document.querySelector('output')?.textContent || 'null')

it('uploads a file with the session, says why it failed, and retries under a new path', async () => {
  const failures = [refused('413'), refused('403'), refused('400'), () => HttpResponse.error()]
  const { requests } = serve(...failures, stored)
  const { choose, press } = await open()
  await choose(zip())
  for (const reason of [
    'This file is larger than 50 MB.',
    'You are no longer an admin.',
    'The file was not uploaded.',
    /The server cannot be reached/,
  ]) {
    expect(await screen.findByText(reason)).toBeVisible()
    await press('Retry')
  }
  // The failed file shows its size too.
  expect(await screen.findByText('Uploaded')).toBeInTheDocument()
  expect(screen.getByText('3 bytes, ZIP')).toBeVisible()
  expect(screen.queryByText(/The server cannot be reached/)).not.toBeInTheDocument()
  const paths = requests.map(({ path }) => path)
  expect(new Set(paths).size).toBe(5)
  for (const path of paths)
    expect(path).toMatch(new RegExp(`^${benefitId}/[0-9a-f-]{36}/Gro-e-Gewicht\\.zip$`))
  const type = 'application/zip'
  expect(output()).toEqual({ path: paths[4], name: 'Größe & Gewicht..zip', size: 3, type })
  const sent = Object.fromEntries(requests[4]?.headers ?? [])
  expect(sent).toMatchObject({ 'content-type': type, 'x-upsert': 'false' })
  expect(sent['cache-control']).toBe('private, no-store')
  expect(sent.authorization).toMatch(/^Bearer .+\..+\./)
})

it('uploads no file of more than 50 MB, none without content, and nothing offline', async () => {
  const { requests } = serve(stored)
  const { choose } = await open()
  await choose(zip(50 * 1024 * 1024 + 1))
  expect(await screen.findByText('This file is larger than 50 MB.')).toBeVisible()
  await choose(zip(0))
  expect(await screen.findByText('This file is empty.')).toBeVisible()
  const back = goOffline()
  await choose(zip())
  expect(await screen.findByText(/You are offline/)).toBeVisible()
  expect(requests).toEqual([])
  back()
})

it('removes an upload that is cancelled or not kept, but not the saved file', async () => {
  const { released, release } = held()
  const { requests, removed } = serve(() => released.then(stored), stored)
  const { choose, press } = await open(saved)
  expect(screen.getByText('guide.pdf')).toBeVisible()
  await press('Remove')
  await choose(zip())
  await waitFor(() => expect(requests).toHaveLength(1))
  await press('Cancel')
  expect(await screen.findByLabelText('File', { selector: 'input' })).toBeVisible()
  await waitFor(() => expect(removed).toEqual([requests[0]?.path]))
  expect(output()).toBeNull()
  release()
  await choose(zip())
  expect(await screen.findByText('3 bytes, ZIP')).toBeVisible()
  await press('Remove')
  await waitFor(() => expect(removed).toEqual(requests.map(({ path }) => path)))
})

it('removes an upload when the page is left before it has arrived, or without saving it', async () => {
  const { released, release } = held()
  const { requests, removed } = serve(() => released.then(stored), stored)
  const first = await open()
  await first.choose(zip())
  await waitFor(() => expect(requests).toHaveLength(1))
  first.unmount()
  await waitFor(() => expect(removed).toEqual([requests[0]?.path]))
  release()
  const second = await open()
  await second.choose(zip())
  expect(await screen.findByText('3 bytes, ZIP')).toBeVisible()
  expect(removed).toHaveLength(1)
  second.unmount()
  await waitFor(() => expect(removed).toEqual(requests.map(({ path }) => path)))
})

it('removes no upload that a save was attempted with, and no saved file', async () => {
  const { requests, removed } = serve(stored)
  const first = await open(saved)
  first.unmount()
  const needed = vi.fn(() => true)
  const { choose, unmount } = await open(undefined, needed)
  await choose(zip())
  expect(await screen.findByText('3 bytes, ZIP')).toBeVisible()
  unmount()
  expect(needed).toHaveBeenCalledWith(requests[0]?.path)
  // A removal would have been sent before this.
  await fetch(`${window.location.origin}/storage/v1/object/deliveries`, {
    method: 'DELETE',
    body: '{"prefixes":[]}',
  })
  expect(removed).toEqual([])
})

function Download() {
  const { download, received } = useFileDownload()
  return (
    <button type="button" onClick={() => download(saved)}>
      {received === undefined ? 'Download' : `${received} bytes`}
    </button>
  )
}

async function startDownload(answer: Answer) {
  await signInAs()
  server.use(http.get(object, answer))
  const files = catchSavedFiles()
  const { user } = renderPage(<Download />)
  await user.click(screen.getByText('Download'))
  return files
}

it('saves a download under its original name, as nothing that a browser shows', async () => {
  const page = () => HttpResponse.html('<script>alert(1)</script>')
  const { names, blobs } = await startDownload(page)
  await waitFor(() => expect(names).toEqual(['guide.pdf']))
  expect(blobs[0]?.type).toBe('application/octet-stream')
  expect(blobs[0]?.size).toBe(25)
})

it.each([
  ['a cancelled order', refused('404'), 'This file is no longer available to you.'],
  ['a server that fails', () => new HttpResponse(null, { status: 502 }), /The server cannot be reached/],
])('explains a download refused by %s', async (_what, answer, text) => {
  const { names } = await startDownload(answer)
  await seeToast('Error', text)
  expect(names).toEqual([])
})
