import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { keyColumn } from '@/lib/csv-headings'
import { ImportDialog, useImportDraft } from './import-dialog'

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
