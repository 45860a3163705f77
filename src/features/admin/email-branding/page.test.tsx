import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { broken } from '@tests/support/member-api'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { formatDate } from '@/lib/format'
import { Component } from './page'

type Setting = { key: string; value: string; updated_at: string; updated_by: string | null }

/** Serves the setting, its admin and the bucket; records what is stored and uploaded. */
function serveLogo(value?: string) {
  const now = '2026-11-12T09:00:00Z'
  const served: { setting: Setting | undefined; stored: unknown[]; uploads: string[] } = {
    setting:
      value === undefined
        ? undefined
        : { key: 'email_logo_url', value, updated_at: now, updated_by: 'henrik' },
    stored: [],
    uploads: [],
  }
  server.use(
    http.get('*/rest/v1/app_settings', () => HttpResponse.json(served.setting ? [served.setting] : [])),
    http.get('*/rest/v1/profiles', () => HttpResponse.json([{ name: 'Henrik Vos' }])),
    http.post('*/rest/v1/app_settings', async ({ request }) => {
      const row = (await request.json()) as { key: string; value: string }
      served.stored.push(row)
      served.setting = { ...row, updated_at: now, updated_by: 'henrik' }
      return new HttpResponse(null, { status: 201 })
    }),
    http.post('*/storage/v1/object/branding/:name', ({ params }) => {
      served.uploads.push(String(params.name))
      return HttpResponse.json({ Key: `branding/${params.name}`, Id: 'x' })
    }),
  )
  return served
}

async function open() {
  const view = renderPage(<Component />)
  return { ...view, url: await screen.findByLabelText('Full URL') }
}

const origin = window.location.origin
const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type })

it('shows the default logo, its full URL, both snippets, notes and hint', async () => {
  serveLogo()
  const { url } = await open()
  expect(screen.getByRole('heading', { name: 'Email Branding' })).toBeVisible()
  expect(url).toHaveValue(`${origin}/images/email-logo.png`)
  expect(screen.getByRole('img', { name: 'E-mail logo' })).toHaveAttribute(
    'src',
    `${origin}/images/email-logo.png`,
  )
  expect(screen.getByRole('link', { name: 'Open in new tab' })).toHaveAttribute(
    'href',
    `${origin}/images/email-logo.png`,
  )
  expect(screen.getByRole('link', { name: 'Open in new tab' })).toHaveAttribute('target', '_blank')
  expect(
    screen.getByText(`<img src="${origin}/images/email-logo.png" alt="Guildhall" style="height:60px">`),
  ).toBeVisible()
  expect(screen.getByText(`${origin}/images/email-logo.png`)).toBeVisible()
  expect(screen.getByText('Recommended: PNG format, max 200px height')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Integration notes' })).toBeVisible()
  expect(screen.getByText('The default logo')).toBeVisible()
})

it('shows who set the stored logo, and a placeholder where it does not load', async () => {
  serveLogo('https://files.example/a.png?x=1&y="2"')
  await open()
  expect(screen.getByText(`Updated ${formatDate('2026-11-12T09:00:00Z')} by Henrik Vos`)).toBeVisible()
  expect(screen.getByText(/<img src=/)).toHaveTextContent('a.png?x=1&amp;y=%222%22"')
  fireEvent.error(screen.getByRole('img', { name: 'E-mail logo' }))
  expect(screen.getByRole('img', { name: 'Placeholder: the logo cannot be loaded' })).toBeVisible()
})

it('stores an address', async () => {
  const served = serveLogo()
  const { user, url } = await open()
  await user.type(screen.getByLabelText('Custom logo path or URL'), ' /images/new.png ')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await seeToast('Success', 'Email branding logo URL has been updated')
  expect(served.stored).toEqual([{ key: 'email_logo_url', value: '/images/new.png' }])
  await waitFor(() => expect(url).toHaveValue(`${origin}/images/new.png`))
  expect(screen.getByLabelText('Custom logo path or URL')).toHaveValue('')
})

it.each(['javascript:alert(1)', '//elsewhere.example/a.png', '/\\elsewhere.example', 'logo.png'])(
  'refuses %s at the field',
  async (address) => {
    const served = serveLogo()
    const { user } = await open()
    const field = screen.getByLabelText('Custom logo path or URL')
    await user.type(field, address)
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(await screen.findByText('Enter an https address or a path that starts with /.')).toBeVisible()
    expect(field).toHaveValue(address)
    expect(served.stored).toEqual([])
  },
)

it('asks for an address where there is none', async () => {
  serveLogo()
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Enter a path or an address.')).toBeVisible()
})

it('uploads a picture and makes it the logo, as a path of its own', async () => {
  const served = serveLogo()
  const { user, url } = await open()
  await user.upload(screen.getByLabelText('Upload a file'), file('logo.png', 'image/png'))
  await seeToast('Success', 'Email branding logo URL has been updated')
  expect(served.uploads).toEqual([expect.stringMatching(/^email-logo-[0-9a-f-]{36}\.png$/)])
  const path = `/storage/v1/object/public/branding/${served.uploads[0]}`
  expect(served.stored).toEqual([{ key: 'email_logo_url', value: path }])
  await waitFor(() => expect(url).toHaveValue(origin + path))
})

it.each([
  ['an SVG', file('a.svg', 'image/svg+xml'), 'Choose a PNG, JPEG, GIF or WebP picture.'],
  ['a large file', file('a.png', 'image/png', 512 * 1024 + 1), 'Choose a picture of at most 512 KB.'],
  ['an empty file', file('a.png', 'image/png', 0), 'This file is empty.'],
])('refuses %s', async (_what, picture, sentence) => {
  const served = serveLogo()
  await open()
  // A file that is dropped on the field does not pass the picker's filter.
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(screen.getByLabelText('Upload a file'), picture)
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(served.uploads).toEqual([])
  await user.upload(screen.getByLabelText('Upload a file'), file('b.gif', 'image/gif', 512 * 1024))
  await waitFor(() => expect(served.uploads).toHaveLength(1))
  expect(screen.queryByText(sentence)).not.toBeInTheDocument()
})

it.each(['*/rest/v1/app_settings', '*/storage/v1/object/branding/:name'])(
  'keeps the old logo where %s refuses',
  async (place) => {
    serveLogo('/images/old.png')
    server.use(http.post(place, () => broken()))
    const { user, url } = await open()
    await user.upload(screen.getByLabelText('Upload a file'), file('logo.png', 'image/png'))
    await seeToast('Error', 'The logo could not be changed. The old one stays.')
    expect(url).toHaveValue(`${origin}/images/old.png`)
  },
)

it('copies the URL and the image tag', async () => {
  serveLogo()
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Copy URL' }))
  await seeToast('Copied', 'URL copied to clipboard')
  expect(await navigator.clipboard.readText()).toBe(`${origin}/images/email-logo.png`)
  await user.click(screen.getByRole('button', { name: 'Copy HTML image tag' }))
  await seeToast('Copied', 'HTML image tag copied to clipboard')
  expect(await navigator.clipboard.readText()).toContain('height:60px')
  await user.click(screen.getByRole('button', { name: 'Copy Direct URL' }))
  expect(await navigator.clipboard.readText()).toBe(`${origin}/images/email-logo.png`)
})

it('says so when the browser refuses to copy', async () => {
  serveLogo()
  const { user } = await open()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await user.click(screen.getByRole('button', { name: 'Copy URL' }))
  await seeToast('Error', 'The browser did not allow copying. Select the text and copy it by hand.')
})

it('tells a failed load and tries again', async () => {
  serveLogo()
  let down = true
  server.use(http.get('*/rest/v1/app_settings', () => (down ? broken() : undefined)))
  const { user } = renderPage(<Component />)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('The logo could not be loaded.')
  down = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('Full URL')).toBeVisible()
})
