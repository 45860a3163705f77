import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { bytesOf } from '@tests/support/pictures'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { ImportDialog, useImportDraft } from '@/components/import/import-dialog'
import { SearchField } from '@/components/list/search-field'
import { keyColumn } from '@/lib/csv-headings'
import { noteId } from './field'
import { FileUpload, PictureField } from './file-drop'
import { OneTimeCodeField } from './one-time-code-field'
import { ChoiceField, SelectField } from './select-field'
import { CodeField, PasswordField, TextArea, TextField } from './text-field'

const user = userEvent.setup({ delay: null })

describe('fields', () => {
  it.each(Object.entries({ TextField, PasswordField, CodeField, TextArea, SelectField }))(
    '%s links its hint, its error instead with advice, and the error of another field',
    (name, Part) => {
      const hint = { label: 'Email', hint: 'We write to it.' }
      const { rerender } = render(<Part {...hint} />)
      const control = screen.getByLabelText('Email')
      expect(control).toHaveAccessibleDescription('We write to it.')
      expect(control).not.toHaveAttribute('aria-invalid')
      rerender(<Part {...hint} error="Enter an email address." />)
      expect(control).toHaveAccessibleDescription('Enter an email address.')
      expect(control).toBeInvalid()
      expect(screen.queryByText('We write to it.')).not.toBeInTheDocument()
      if (name === 'TextArea' || name === 'SelectField') return
      const Input = Part as typeof TextField
      rerender(<Input label="Email" advice="Check it." />)
      expect(control).toHaveAccessibleDescription('')
      rerender(<Input label="Email" error="Not valid." advice="Check it." />)
      expect(control).toHaveAccessibleDescription('Not valid. Check it.')
      rerender(
        <>
          <Input {...hint} errorId={noteId('other')} />
          <TextField label="Other" id="other" error="They do not match." />
        </>,
      )
      expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('We write to it. They do not match.')
      expect(screen.getByLabelText('Email')).toBeInvalid()
    },
  )

  it('a choice says at each button, and for all of them, that none was made', () => {
    const choices = ['Key', { value: 'b', label: 'By hand', hint: 'Within 48 hours' }]
    const focus = vi.fn()
    render(<ChoiceField label="Delivery" choices={choices} value="b" ref={focus} error="Choose." readOnly />)
    expect(screen.getByRole('group', { name: 'Delivery' })).toHaveAccessibleDescription('Choose.')
    const [key, byHand] = screen.getAllByRole('radio')
    expect(key).toBeInvalid()
    expect(byHand).toBeChecked()
    expect(focus).toHaveBeenCalledExactlyOnceWith(byHand)
  })

  it('a one-time code is typed in digits, and taken from where the device offers it', () => {
    render(<OneTimeCodeField />)
    const code = screen.getByLabelText('Code')
    expect(code).toHaveAccessibleDescription('Six digits, new every 30 seconds.')
    expect(code).toHaveAttribute('inputmode', 'numeric')
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  })

  it('shows a password on demand and keeps its value', async () => {
    render(<PasswordField label="Password" />)
    const input = screen.getByLabelText('Password')
    fireEvent.change(input, { target: { value: 'a secret' } })
    for (const [name, type] of [
      ['Show password', 'text'],
      ['Hide password', 'password'],
    ] as const) {
      await user.click(screen.getByRole('button', { name }))
      expect(input).toHaveAttribute('type', type)
      expect(input).toHaveValue('a secret')
    }
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

  it('focuses the search on a slash, which other fields accept, and keeps the focus when it is cleared', async () => {
    render(<Search />)
    const search = screen.getByRole('searchbox', { name: 'Search orders' })
    for (const held of ['ctrlKey', 'metaKey', 'altKey'])
      fireEvent.keyDown(document.body, { key: '/', [held]: true })
    expect(search).not.toHaveFocus()
    for (const clear of ['{Escape}', '[Tab][Space]']) {
      await user.click(document.body)
      await user.keyboard('/')
      expect(search).toHaveFocus()
      expect(search).toHaveValue('')
      await user.keyboard(`vault${clear}`)
      expect(search).toHaveValue('')
      expect(search).toHaveFocus()
    }
    await user.type(screen.getByLabelText('Other'), 'a/b')
    expect(screen.getByLabelText('Other')).toHaveValue('a/b')
    await user.type(search, 'vault')
    fireEvent.keyDown(search, { key: 'Escape', isComposing: true })
    expect(search).toHaveValue('vault')
  })
})

describe('the upload of a file', () => {
  const folder = { name: 'folder.zip', size: 4 * 1024 * 1024, type: 'application/zip' }
  const calls = { onChoose: vi.fn(), onCancel: vi.fn(), onRemove: vi.fn() }
  const field = (state: Partial<Parameters<typeof FileUpload>[0]> = {}) => (
    <FileUpload label="File" hint="Up to 50 MB" {...calls} {...state} />
  )
  const button = (name: string) => screen.getByRole('button', { name })

  it('shows the progress of an upload, cancels it, and offers to retry and to remove a failed one', () => {
    const { rerender } = render(field({ file: folder, sent: 1.1 * folder.size }))
    expect(screen.getByRole('progressbar')).toHaveValue(100)
    rerender(field({ file: folder, sent: 1024 * 1024 }))
    expect(screen.getByRole('progressbar', { name: 'Uploading folder.zip' })).toHaveValue(25)
    expect(screen.getByText('1 MB of 4 MB')).toBeVisible()
    expect(screen.queryByLabelText('File', { selector: 'input' })).not.toBeInTheDocument()
    fireEvent.click(button('Cancel'))
    expect(calls.onCancel).toHaveBeenCalledOnce()
    const onRetry = vi.fn()
    rerender(field({ file: folder, problem: 'The file was not uploaded.', onRetry }))
    const group = screen.getByRole('group', { name: 'File' })
    expect(group).toHaveAccessibleDescription('The file was not uploaded.')
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
    fireEvent.click(button('Retry'))
    expect(onRetry).toHaveBeenCalledOnce()
    fireEvent.click(button('Remove'))
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

it('the field of a picture accepts no SVG, takes none while busy, and no file dropped beside it opens in the browser', async () => {
  const [ignored, taken] = [vi.fn(), vi.fn()]
  const field = (busy: boolean) => (
    <PictureField label="Picture" limit={100} busy={busy} onPicture={busy ? ignored : taken} />
  )
  const { rerender, unmount } = render(field(true))
  const input = screen.getByLabelText('Picture')
  expect(input).toHaveAttribute('accept', 'image/png,image/jpeg,image/gif,image/webp,.jpg')
  const isPrevented = (target: Element, type: string) =>
    !fireEvent.drop(target, { dataTransfer: { types: [type] } })
  expect(isPrevented(document.body, 'Files')).toBe(true)
  expect(isPrevented(document.body, 'text/plain')).toBe(false)
  expect(isPrevented(input, 'Files')).toBe(false)
  const picture = new File([bytesOf('png')], 'a.png', { type: 'image/png' })
  await user.upload(input, picture)
  rerender(field(false))
  await user.upload(input, picture)
  // Choosing the same file again is a change.
  expect(input).toHaveValue('')
  await waitFor(() => expect(taken).toHaveBeenCalledOnce())
  expect(ignored).not.toHaveBeenCalled()
  unmount()
  expect(isPrevented(document.body, 'Files')).toBe(false)
})

it('an import says so while what was typed is still being read, and checks nothing else (D59)', () => {
  const schema = {
    columns: { key: keyColumn },
    row: z.object({ key: z.string() }),
    noun: 'key',
    ...{ maxLines: 10, maxText: 100 },
  }
  const onCheck = vi.fn()
  function Import({ isCurrent }: { isCurrent: boolean }) {
    const draft = { ...useImportDraft(schema, 'Key;Note\nABCD-1234;a note\nEFGH-5678;another'), isCurrent }
    const texts = { title: 'Import', description: '', label: 'Lines', hint: '' }
    return <ImportDialog {...texts} draft={draft} onCheck={onCheck} onClose={vi.fn()} />
  }
  const { rerender } = render(<Import isCurrent={false} />)
  // Only the secret is masked.
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells.slice(1, 3)).toEqual([expect.not.stringContaining('ABCD-1234'), 'a note'])
  fireEvent.click(screen.getByRole('button', { name: 'Reading...' }))
  expect(onCheck).not.toHaveBeenCalled()
  rerender(<Import isCurrent />)
  fireEvent.click(screen.getByRole('button', { name: 'Check 2 lines' }))
  expect(onCheck).toHaveBeenCalledOnce()
})
