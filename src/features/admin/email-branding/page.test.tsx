import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { serveBranding, settingTime } from '@tests/support/branding-api'
import { broken } from '@tests/support/member-api'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { http } from 'msw'
import { expect, it, vi } from 'vitest'
import { formatDate } from '@/lib/format'
import { EmailBrandingPage } from './page'

async function open() {
  const view = renderPage(<EmailBrandingPage />)
  return { ...view, url: await screen.findByLabelText('Full URL') }
}

const origin = window.location.origin

it('shows the default logo, its full URL, both snippets, notes and hint', async () => {
  serveBranding()
  const { url } = await open()
  expect(await screen.findByRole('heading', { name: 'Email Branding' })).toBeVisible()
  expect(url).toHaveValue(`${origin}/images/email-logo.png`)
  expect(screen.getByRole('img', { name: 'Email logo' })).toHaveAttribute(
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
  expect(await screen.findByText(`${origin}/images/email-logo.png`)).toBeVisible()
  expect(await screen.findByText('Recommended: PNG format, max 200px height')).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Integration notes' })).toBeVisible()
  expect(await screen.findByText('The default logo')).toBeVisible()
})

it('shows who set the stored logo, and a placeholder where it does not load', async () => {
  serveBranding({ email_logo_url: 'https://files.example/a.png?x=1&y="2"' })
  await open()
  expect(await screen.findByText(`Updated ${formatDate(settingTime)} by Henrik Vos`)).toBeVisible()
  expect(screen.getByText(/<img src=/)).toHaveTextContent('a.png?x=1&amp;y=%222%22"')
  fireEvent.error(screen.getByRole('img', { name: 'Email logo' }))
  expect(await screen.findByRole('img', { name: 'Placeholder: the logo cannot be loaded' })).toBeVisible()
})

it.each(['javascript:alert(1)', 'http://['])(
  'shows %s, which somebody stored elsewhere, as nothing but text',
  async (value) => {
    serveBranding({ email_logo_url: value })
    const { url } = await open()
    expect(url).toHaveValue(value)
    expect(screen.getByLabelText('Open in new tab')).not.toHaveAttribute('href')
    expect(screen.getByRole('img', { name: 'Placeholder: the logo cannot be loaded' })).toBeVisible()
  },
)

it('stores an address', async () => {
  const served = serveBranding()
  const { user, url } = await open()
  await user.type(screen.getByLabelText('Custom logo path or URL'), ' /images/new.png ')
  await user.click(screen.getByRole('button', { name: 'Update' }))
  await seeToast('Success', 'Email branding logo URL has been updated')
  expect(served.settings[0]).toEqual({ key: 'email_logo_url', value: '/images/new.png' })
  await waitFor(() => expect(url).toHaveValue(`${origin}/images/new.png`))
  expect(screen.getByLabelText('Custom logo path or URL')).toHaveValue('')
})

it.each(['javascript:alert(1)', '//elsewhere.example/a.png', '/\\elsewhere.example', 'logo.png'])(
  'refuses %s at the field',
  async (address) => {
    const served = serveBranding()
    const { user } = await open()
    const field = screen.getByLabelText('Custom logo path or URL')
    await user.type(field, address)
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(await screen.findByText('Enter an https address or a path that starts with /.')).toBeVisible()
    expect(field).toHaveValue(address)
    expect(served.settings).toEqual([])
  },
)

it('asks for an address where there is none', async () => {
  serveBranding()
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Enter a path or an address.')).toBeVisible()
})

it('copies the URL and the image tag', async () => {
  serveBranding()
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Copy URL' }))
  await seeToast('Copied', 'URL copied to clipboard')
  expect(await navigator.clipboard.readText()).toBe(`${origin}/images/email-logo.png`)
  await user.click(await screen.findByRole('button', { name: 'Copy HTML image tag' }))
  await seeToast('Copied', 'HTML image tag copied to clipboard')
  expect(await navigator.clipboard.readText()).toContain('height:60px')
  await user.click(await screen.findByRole('button', { name: 'Copy Direct URL' }))
  expect(await navigator.clipboard.readText()).toBe(`${origin}/images/email-logo.png`)
})

it('says so when the browser refuses to copy', async () => {
  serveBranding()
  const { user } = await open()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await user.click(await screen.findByRole('button', { name: 'Copy URL' }))
  await seeToast('Error', 'The browser did not allow copying. Select the text and copy it by hand.')
})

it('tells a failed load and tries again', async () => {
  serveBranding()
  let down = true
  server.use(http.get('*/rest/v1/app_settings', () => (down ? broken() : undefined)))
  const { user } = renderPage(<EmailBrandingPage />)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('The logo could not be loaded.')
  down = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('Full URL')).toBeVisible()
})
