import { screen, waitFor, within } from '@testing-library/react'
import { serveProfile } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { beforeEach, expect, it } from 'vitest'
import { ProfilePage } from './page'

beforeEach(() => signInAs())

it('judges name and phone in one pass, and leads to the first', async () => {
  serveProfile()
  const { user } = renderPage(<ProfilePage />)
  const name = await screen.findByLabelText('Full name')
  const phone = screen.getByLabelText('Phone')
  await user.clear(name)
  await user.click(phone)
  await user.paste('1'.repeat(41))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(name).toHaveAccessibleDescription('Enter your name.'))
  expect(phone).toHaveAccessibleDescription('At most 40 characters.')
  expect(name).toHaveFocus()
})

it('judges the three passwords in one pass', async () => {
  serveProfile()
  const { user } = renderPage(<ProfilePage />)
  await user.click(await screen.findByRole('button', { name: 'Change password' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change password', busy: false })
  const field = (label: string) => within(dialog).getByLabelText(label)
  await user.type(field('New password'), 'a better password')
  await user.type(field('Repeat the new password'), 'another')
  await user.click(within(dialog).getByRole('button', { name: 'Save new password' }))
  await waitFor(() =>
    expect(field('Current password')).toHaveAccessibleDescription('Enter your current password.'),
  )
  expect(field('Repeat the new password')).toHaveAccessibleDescription('The two passwords are not the same.')
  expect(field('Current password')).toHaveFocus()
})
