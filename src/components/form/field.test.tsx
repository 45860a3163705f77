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

const inputs = { TextField, PasswordField, CodeField }

it.each(Object.entries({ ...inputs, TextArea, SelectField }))(
  '%s links its hint, and its error instead',
  (_name, Part) => {
    const { rerender } = render(<Part label="Email" hint="We write to it." />)
    const control = screen.getByLabelText('Email')
    expect(control).toHaveAccessibleDescription('We write to it.')
    expect(control).not.toHaveAttribute('aria-invalid')
    rerender(<Part label="Email" hint="We write to it." error="Enter an email address." />)
    expect(control).toHaveAccessibleDescription('Enter an email address.')
    expect(control).toBeInvalid()
    expect(screen.queryByText('We write to it.')).not.toBeInTheDocument()
  },
)

it.each(Object.entries(inputs))(
  '%s links the advice on its error, and the error of another field',
  (_name, Part) => {
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
  },
)

it('shows a password on demand and keeps its value', async () => {
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

it('keeps a code as typed', async () => {
  render(<CodeField label="Code" />)
  await userEvent.type(screen.getByLabelText('Code'), 'welcome001')
  expect(screen.getByLabelText('Code')).toHaveValue('welcome001')
})

it('has a switch', async () => {
  render(<Switch label="Active" defaultChecked />)
  const active = screen.getByRole('switch', { name: 'Active' })
  expect(active).toBeChecked()
  await userEvent.click(active)
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

it('focuses the search on a slash, which other fields accept', async () => {
  const user = userEvent.setup()
  render(<Search />)
  const search = screen.getByRole('searchbox', { name: 'Search orders' })
  await user.keyboard('/')
  expect(search).toHaveFocus()
  expect(search).toHaveValue('')
  await user.type(screen.getByLabelText('Other'), 'a/b')
  expect(screen.getByLabelText('Other')).toHaveValue('a/b')
})

it.each(['Escape', 'its button'])('clears the search with %s and keeps the focus', async (way) => {
  const user = userEvent.setup()
  render(<Search />)
  const search = screen.getByRole('searchbox')
  await user.type(search, 'vault')
  if (way === 'Escape') await user.keyboard('{Escape}')
  else await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(search).toHaveValue('')
  expect(search).toHaveFocus()
})
