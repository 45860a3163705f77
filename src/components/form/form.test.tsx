import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import '@tests/support/pictures'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { ImportDialog, useImportDraft } from '@/components/import/import-dialog'
import { SearchField } from '@/components/list/search-field'
import { keyColumn } from '@/lib/csv-headings'
import { noteId } from './field'
import { FileUpload, PictureField } from './file-drop'
import { SelectField } from './select-field'
import { CodeField, PasswordField, TextArea, TextField } from './text-field'

describe('fields', () => {
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
})

describe('the upload of a file', () => {
  const folder = { name: 'folder.zip', size: 4 * 1024 * 1024, type: 'application/zip' }
  const calls = { onChoose: vi.fn(), onCancel: vi.fn(), onRemove: vi.fn() }
  const field = (state: Partial<Parameters<typeof FileUpload>[0]> = {}) => (
    <FileUpload label="File" hint="Up to 50 MB" {...calls} {...state} />
  )
  const button = (name: string) => screen.getByRole('button', { name })

  it('shows the progress of an upload, and cancels it', async () => {
    const { rerender } = render(field({ file: folder, sent: 1.1 * folder.size }))
    expect(screen.getByRole('progressbar')).toHaveValue(100)
    rerender(field({ file: folder, sent: 1024 * 1024 }))
    expect(screen.getByRole('progressbar', { name: 'Uploading folder.zip' })).toHaveValue(25)
    expect(screen.getByText('1 MB of 4 MB')).toBeVisible()
    expect(screen.queryByLabelText('File', { selector: 'input' })).not.toBeInTheDocument()
    await userEvent.click(button('Cancel'))
    expect(calls.onCancel).toHaveBeenCalledOnce()
  })

  it('offers to retry and to remove a failed upload', async () => {
    const onRetry = vi.fn()
    render(field({ file: folder, problem: 'The file was not uploaded.', onRetry }))
    expect(screen.getByRole('group', { name: 'File' })).toHaveAccessibleDescription(
      'The file was not uploaded.',
    )
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
    await userEvent.click(button('Retry'))
    expect(onRetry).toHaveBeenCalledOnce()
    await userEvent.click(button('Remove'))
    expect(calls.onRemove).toHaveBeenCalledOnce()
  })

  it('describes what can be uploaded, and keeps the focus from choosing to removing', () => {
    const { rerender } = render(field())
    expect(screen.getByLabelText('File')).toHaveAccessibleDescription('Up to 50 MB')
    screen.getByLabelText('File').focus()
    rerender(field({ file: folder, sent: 0 }))
    expect(button('Cancel')).toHaveFocus()
    rerender(field({ file: folder }))
    expect(button('Remove')).toHaveFocus()
    rerender(field())
    expect(screen.getByLabelText('File')).toHaveFocus()
  })
})

describe('the field of a picture', () => {
  const field = () =>
    render(<PictureField label="Picture" limit={10} busy={false} onPicture={() => undefined} />)

  /** Returns whether the default of a drop is prevented. */
  function drop(target: Element, types: string[]) {
    const event = createEvent.drop(target)
    Object.assign(event, { dataTransfer: { types } })
    fireEvent(target, event)
    return event.defaultPrevented
  }

  it('prevents the browser from opening a file dropped beside the field', () => {
    const { unmount } = field()
    expect(drop(document.body, ['Files'])).toBe(true)
    expect(drop(document.body, ['text/plain'])).toBe(false)
    expect(drop(screen.getByLabelText('Picture'), ['Files'])).toBe(false)
    unmount()
    expect(drop(document.body, ['Files'])).toBe(false)
  })

  it('accepts pictures, but no SVG', () => {
    field()
    expect(screen.getByLabelText('Picture')).toHaveAttribute(
      'accept',
      'image/png,image/jpeg,image/gif,image/webp,.jpg',
    )
  })
})

describe('the import of lines', () => {
  const schema = {
    columns: { key: keyColumn },
    row: z.object({ key: z.string() }),
    noun: 'key',
    ...{ maxLines: 10, maxText: 100 },
  }
  const onCheck = vi.fn()

  function Import({ isCurrent }: { isCurrent: boolean }) {
    const draft = { ...useImportDraft(schema, 'AB-12\nCD-34'), isCurrent }
    const texts = { title: 'Import', description: '', label: 'Lines', hint: '' }
    return <ImportDialog {...texts} draft={draft} onCheck={onCheck} onClose={vi.fn()} />
  }

  it('says so while what was typed is still being read, and checks nothing else (D59)', () => {
    const { rerender } = render(<Import isCurrent={false} />)
    fireEvent.click(screen.getByRole('button', { name: 'Reading...' }))
    expect(onCheck).not.toHaveBeenCalled()
    rerender(<Import isCurrent />)
    fireEvent.click(screen.getByRole('button', { name: 'Check 2 lines' }))
    expect(onCheck).toHaveBeenCalledOnce()
  })
})
