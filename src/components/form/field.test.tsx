import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { SearchField } from '@/components/list/search-field'
import { CodeField } from './code-field'
import { noteId } from './field'
import { PasswordField } from './password-field'
import { SelectField } from './select-field'
import { Switch } from './switch'
import { TextArea } from './text-area'
import { TextField } from './text-field'

it.each([
  ['TextField', TextField],
  ['PasswordField', PasswordField],
  ['CodeField', CodeField],
  ['TextArea', TextArea],
  ['SelectField', SelectField],
] as const)('%s links its hint, and its error in place of it', (_name, Part) => {
  const { rerender } = render(<Part label="Email" hint="We write to it." />)
  const control = screen.getByLabelText('Email')
  expect(control).toHaveAccessibleDescription('We write to it.')
  expect(control).not.toHaveAttribute('aria-invalid')
  rerender(<Part label="Email" hint="We write to it." error="Enter a complete email address." />)
  expect(control).toHaveAccessibleDescription('Enter a complete email address.')
  expect(control).toBeInvalid()
  expect(screen.queryByText('We write to it.')).not.toBeInTheDocument()
})

it.each([
  ['TextField', TextField],
  ['PasswordField', PasswordField],
  ['CodeField', CodeField],
] as const)('%s links what to try after its error, and the error of another field', (_name, Part) => {
  const { rerender } = render(<Part label="Code" advice="Check it." />)
  const control = screen.getByLabelText('Code')
  expect(control).toHaveAccessibleDescription('')
  rerender(<Part label="Code" error="Not valid." advice="Check it." />)
  expect(control).toHaveAccessibleDescription('Not valid. Check it.')

  rerender(
    <>
      <Part label="Code" hint="Ten letters." errorId={noteId('other')} />
      <TextField label="Other" id="other" error="They do not match." />
    </>,
  )
  const linked = screen.getByLabelText('Code')
  expect(linked).toHaveAccessibleDescription('Ten letters. They do not match.')
  expect(linked).toBeInvalid()
})

it('a password is shown on demand and keeps its value', async () => {
  const user = userEvent.setup()
  render(<PasswordField label="Password" />)
  const input = screen.getByLabelText('Password')
  await user.type(input, 'a secret')
  expect(input).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input).toHaveAttribute('type', 'text')
  expect(input).toHaveValue('a secret')
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input).toHaveAttribute('type', 'password')
})

it('a code keeps what was typed', async () => {
  const user = userEvent.setup()
  render(<CodeField label="Code" />)
  await user.type(screen.getByLabelText('Code'), 'welcome001')
  expect(screen.getByLabelText('Code')).toHaveValue('welcome001')
})

it('a switch is a switch', async () => {
  const user = userEvent.setup()
  render(<Switch label="Active" defaultChecked />)
  const active = screen.getByRole('switch', { name: 'Active' })
  expect(active).toBeChecked()
  await user.click(active)
  expect(active).not.toBeChecked()
})

function Search() {
  const [value, setValue] = useState('')
  return (
    <>
      <SearchField label="Search orders" value={value} onChange={setValue} />
      <TextField label="Other" />
    </>
  )
}

it('the slash focuses the search, but is typed elsewhere', async () => {
  const user = userEvent.setup()
  render(<Search />)
  const search = screen.getByRole('searchbox', { name: 'Search orders' })
  await user.keyboard('/')
  expect(search).toHaveFocus()
  expect(search).toHaveValue('')
  await user.type(screen.getByLabelText('Other'), 'a/b')
  expect(screen.getByLabelText('Other')).toHaveValue('a/b')
})

it.each(['Escape', 'the cross'])('%s clears the search and stays in it', async (way) => {
  const user = userEvent.setup()
  render(<Search />)
  const search = screen.getByRole('searchbox')
  await user.type(search, 'vault')
  if (way === 'Escape') await user.keyboard('{Escape}')
  else await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(search).toHaveValue('')
  expect(search).toHaveFocus()
})
