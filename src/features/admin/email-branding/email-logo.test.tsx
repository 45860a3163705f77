import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { serveBranding } from '@tests/support/branding-api'
import { held } from '@tests/support/held'
import { broken } from '@tests/support/member-api'
import { bytesOf, png } from '@tests/support/pictures'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { EmailBrandingPage } from './page'

async function open() {
  const view = renderPage(<EmailBrandingPage />)
  // A dropped file bypasses the filter of the file picker.
  const user = userEvent.setup({ applyAccept: false })
  const url = await screen.findByLabelText('Full URL')
  return {
    ...view,
    user,
    url,
    choose: (file: File) => user.upload(screen.getByLabelText('Upload a file'), file),
    update: async (address: string) => {
      await user.type(await screen.findByLabelText('Custom logo path or URL'), address)
      await user.click(await screen.findByRole('button', { name: 'Update' }))
    },
    press: async (name: string) => user.click(await screen.findByRole('button', { name })),
  }
}

const { origin } = window.location
const object = '*/storage/v1/object/branding/email-logo'
const emailObject = { bucket: 'branding', name: 'email-logo', upsert: true }
const old = { email_logo_url: '/images/old.png', email_logo_in_mails: '/images/old.png' }
const elsewhere = 'https://files.example/logo.png'
const here = `${origin}/art/logo.gif`
const upToDate = 'Emails use this logo.'
const seeUpToDate = async () => expect(await screen.findByText(upToDate)).toBeVisible()
const updated = () => seeToast('Success', 'Email branding logo URL has been updated')
const outdated = async () => (await screen.findByText(/Emails still use the previous logo\./)).closest('p')

it('uploads under a unique name, then replaces the picture in emails, then records that', async () => {
  const served = serveBranding(old)
  const { url, choose } = await open()
  await seeUpToDate()
  await choose(png())
  await updated()
  const [own, fixed] = served.stored
  expect(own).toMatchObject({ name: expect.stringMatching(/^email-logo-[0-9a-f-]{36}\.png$/), upsert: false })
  expect(fixed).toEqual(emailObject)
  const path = `/storage/v1/object/public/branding/${own?.name}`
  expect(served.settings).toEqual([
    { key: 'email_logo_url', value: path },
    { key: 'email_logo_in_mails', value: path },
  ])
  await waitFor(() => expect(url).toHaveValue(origin + path))
  await seeUpToDate()
})

// The other rules for picture files are tested in lib/picture-file.test.ts.
it('refuses a file at its field, and accepts the next', async () => {
  const served = serveBranding()
  const { choose } = await open()
  await choose(png('a.png', 512 * 1024 + 1))
  const message = 'This picture is larger than 512 KB.'
  expect(await screen.findByText(message)).toBeVisible()
  expect(served.stored).toEqual([])
  await choose(png('b.png', 512 * 1024))
  await waitFor(() => expect(served.stored).toHaveLength(2))
  expect(screen.queryByText(message)).not.toBeInTheDocument()
})

it('shows that it is uploading', async () => {
  serveBranding()
  const { released, release } = held()
  server.use(http.post('*/storage/v1/object/branding/:name', () => released))
  const { choose } = await open()
  await choose(png())
  expect(await screen.findByText('Uploading...')).toBeVisible()
  release()
  await waitFor(() => expect(screen.queryByText('Uploading...')).not.toBeInTheDocument())
})

it.each(['*/rest/v1/app_settings', '*/storage/v1/object/branding/:name'])(
  'keeps the old logo where %s refuses',
  async (path) => {
    serveBranding(old)
    server.use(http.post(path, () => broken()))
    const { url, choose } = await open()
    await choose(png())
    await seeToast('Error', 'The logo could not be changed.')
    expect(url).toHaveValue(`${origin}/images/old.png`)
    await seeUpToDate()
  },
)

it('does not claim that emails show a logo that failed to reach them, and retries', async () => {
  const served = serveBranding(old)
  let down = true
  server.use(http.post(object, () => (down ? broken() : undefined)))
  const { url, choose, press } = await open()
  await choose(png())
  await seeToast('Error', 'The logo was changed, but emails may still show the previous one.')
  expect(
    await screen.findByText(/Emails may still use the previous logo until you use this one\./),
  ).toBeVisible()
  expect(screen.getByRole('img', { name: 'The logo in emails' })).toHaveAttribute(
    'src',
    expect.stringContaining('/storage/v1/object/public/branding/email-logo?since='),
  )
  expect(served.settings.map(({ key }) => key)).toEqual(['email_logo_url'])
  down = false
  await press('Use this logo in emails')
  await seeToast('Success', 'Emails use this logo')
  await seeUpToDate()
  await waitFor(() => expect(url).toHaveValue(origin + served.settings.at(-1)?.value))
  expect(served.settings.at(-1)?.key).toBe('email_logo_in_mails')
})

it('copies the picture of an address of this site', async () => {
  const served = serveBranding(old)
  server.use(http.get(here, () => new HttpResponse(bytesOf('gif'))))
  const { url, update } = await open()
  await update(here)
  await updated()
  expect(served.stored).toEqual([emailObject])
  expect(served.settings.map(({ value }) => value)).toEqual([here, here])
  await waitFor(() => expect(url).toHaveValue(here))
  await seeUpToDate()
})

it.each([
  ['does not arrive', () => HttpResponse.error(), 'The site did not respond.'],
  ['does not exist', () => new HttpResponse(null, { status: 404 }), 'The site responded with status 404.'],
  [
    'is no picture',
    () => HttpResponse.html('<p>Not here</p>'),
    'This is not a PNG, JPEG, GIF or WebP picture.',
  ],
  [
    'is too large',
    () => new HttpResponse(bytesOf('png', 512 * 1024 + 1)),
    'This picture is larger than 512 KB.',
  ],
])('stores an address whose picture %s, and says why emails do not show it', async (_case, answer, why) => {
  const served = serveBranding(old)
  server.use(http.get(here, answer))
  const { url, update, unmount } = await open()
  await update(here)
  await updated()
  await waitFor(() => expect(url).toHaveValue(here))
  expect(served.stored).toEqual([])
  expect(served.settings).toEqual([{ key: 'email_logo_url', value: here }])
  unmount()
  await open()
  expect(await outdated()).toHaveTextContent(`${why} Upload the file instead.`)
  expect(screen.queryByText(upToDate)).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /in emails/ })).not.toBeInTheDocument()
})

it('reads no picture of another site', async () => {
  const served = serveBranding(old)
  const { url, update } = await open()
  await update(elsewhere)
  await waitFor(() => expect(url).toHaveValue(elsewhere))
  expect(served.stored).toEqual([])
  expect(await outdated()).toHaveTextContent(
    'It is on another site, which this page cannot read. Upload the file instead.',
  )
})

it('offers the default logo where emails show no picture yet', async () => {
  const served = serveBranding({}, { hasEmailLogo: false })
  const { press } = await open()
  expect(
    await screen.findByText(/Emails show the name Guildhall instead of a picture until you use this one\./),
  ).toBeVisible()
  expect(screen.queryByRole('img', { name: 'The logo in emails' })).not.toBeInTheDocument()
  // The toast appears even if the screen is up to date before everything has been reloaded.
  const reload = held()
  let reads = 0
  server.use(
    http.get(`${origin}/images/*`, async () => {
      reads += 1
      if (reads > 1) await reload.released
    }),
  )
  await press('Use the default logo in emails')
  await seeUpToDate()
  reload.release()
  await seeToast('Success', 'Emails use this logo')
  expect(served.stored).toEqual([emailObject])
  expect(served.settings).toEqual([{ key: 'email_logo_in_mails', value: '/images/email-logo.png' }])
})

it('reports that the logo in emails could not be changed', async () => {
  serveBranding({}, { hasEmailLogo: false })
  server.use(http.post(object, () => broken()))
  const { press } = await open()
  await press('Use the default logo in emails')
  await seeToast('Error', 'The logo in emails could not be changed.')
  expect(screen.queryByText(upToDate)).not.toBeInTheDocument()
})

it('shows a placeholder where the picture of the emails does not load', async () => {
  serveBranding({ ...old, email_logo_url: '/images/new.png' })
  await open()
  fireEvent.error(await screen.findByRole('img', { name: 'The logo in emails' }))
  expect(await screen.findByRole('img', { name: 'Placeholder: the logo cannot be loaded' })).toBeVisible()
})
