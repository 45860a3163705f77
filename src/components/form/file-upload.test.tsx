import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { FileUpload } from './file-upload'

const folder = { name: 'folder.zip', size: 4 * 1024 * 1024, type: 'application/zip' }
const calls = { onChoose: vi.fn(), onCancel: vi.fn(), onRemove: vi.fn() }
const field = (state: Partial<Parameters<typeof FileUpload>[0]> = {}) => (
  <FileUpload label="File" hint="Up to 50 MB" {...calls} {...state} />
)
const button = (name: string) => screen.getByRole('button', { name })

it('passes on a chosen file', async () => {
  render(field())
  const file = new File(['x'], 'folder.zip')
  const input = screen.getByLabelText('File')
  expect(input).toHaveAccessibleDescription('Up to 50 MB')
  await userEvent.upload(input, file)
  expect(calls.onChoose).toHaveBeenCalledExactlyOnceWith(file)
})

it('shows why a file was not accepted', () => {
  render(field({ problem: 'This file is empty.' }))
  expect(screen.getByLabelText('File')).toHaveAccessibleDescription('This file is empty.')
})

it('shows the progress of an upload, and cancels it', async () => {
  render(field({ file: folder, sent: 1024 * 1024 }))
  expect(screen.getByRole('progressbar', { name: 'Uploading folder.zip' })).toHaveValue(25)
  expect(screen.getByText('1 MB of 4 MB')).toBeVisible()
  expect(screen.queryByLabelText('File', { selector: 'input' })).not.toBeInTheDocument()
  await userEvent.click(button('Cancel'))
  expect(calls.onCancel).toHaveBeenCalledOnce()
})

it('does not show more than 100 percent', () => {
  render(field({ file: folder, sent: 1.1 * folder.size }))
  expect(screen.getByRole('progressbar')).toHaveValue(100)
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

it('shows the name, size and type of an uploaded file', () => {
  render(field({ file: folder }))
  expect(screen.getByText('folder.zip')).toBeVisible()
  expect(screen.getByText('4 MB, ZIP')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})

it('keeps the focus from choosing to removing', async () => {
  const { rerender } = render(field())
  screen.getByLabelText('File').focus()
  rerender(field({ file: folder, sent: 0 }))
  expect(button('Cancel')).toHaveFocus()
  rerender(field({ file: folder }))
  expect(button('Remove')).toHaveFocus()
  rerender(field())
  expect(screen.getByLabelText('File')).toHaveFocus()
})
