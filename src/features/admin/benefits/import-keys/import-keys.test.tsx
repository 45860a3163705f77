import { screen, within } from '@testing-library/react'
import { benefit } from '@tests/support/builders'
import { servePool } from '@tests/support/deliveries-api'
import { refusal } from '@tests/support/member-api'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { ImportKeys } from './import-keys'

const lantern = benefit({ name: 'Lantern Research' })
const bad = [
  { line: 2, problem: 'too_short' as const, first_line: null },
  { line: 3, problem: 'duplicate_line' as const, first_line: 1 },
  { line: 4, problem: 'duplicate_key' as const, first_line: null },
]

function open(problems: typeof bad | [] = []) {
  const pool = servePool({ problems })
  const onClose = vi.fn()
  const view = renderPage(<ImportKeys benefit={lantern} onClose={onClose} />)
  const press = (name: string) => view.user.click(screen.getByRole('button', { name }))
  const paste = async (text: string) => {
    await view.user.click(screen.getByLabelText('Paste keys'))
    await view.user.paste(text)
  }
  return { ...pool, ...view, press, paste, onClose }
}
const title = (name: string) => screen.findByRole('dialog', { name })
const lines = () => screen.getAllByRole('listitem').map((item) => item.textContent)

it('checks pasted keys first, lists problems by line, then adds the rest', async () => {
  const { press, paste, imports, onClose } = open(bad)
  await paste('LNTR-1\nabc\nLNTR-1\nLNTR-2\nLNTR-3\n')
  await press('Check 5 lines')
  const dialog = within(await title('2 of 5 keys can be added'))
  expect(dialog.getByText('Nothing has been added yet.')).toBeVisible()
  expect(imports).toEqual([
    {
      p_benefit_id: lantern.id,
      p_keys: ['LNTR-1', 'abc', 'LNTR-1', 'LNTR-2', 'LNTR-3'],
      p_dry_run: true,
    },
  ])
  expect(screen.getByRole('region', { name: 'Lines' })).toHaveTextContent(
    'Lines read5Bad−1Duplicate−2Will be added2',
  )
  expect(lines()).toEqual([
    'Line 2Bad: fewer than 4 characters',
    'Line 3Duplicate of line 1',
    'Line 4Duplicate: already in a pool',
  ])
  await press('Add 2 keys')
  expect(await title('2 keys added')).toHaveTextContent('They are batch B4.')
  expect(imports[1]).toMatchObject({ p_dry_run: false })
  await press('Done')
  expect(onClose).toHaveBeenCalled()
})

it('copies the problems', async () => {
  const { press, paste } = open(bad)
  const copied = vi.spyOn(navigator.clipboard, 'writeText')
  await paste('LNTR-1\nabc\nLNTR-1\nLNTR-2')
  await press('Check 4 lines')
  await title('1 of 4 keys can be added')
  await press('Copy them')
  expect(copied).toHaveBeenCalledWith(
    'Line 2: Bad: fewer than 4 characters\nLine 3: Duplicate of line 1\nLine 4: Duplicate: already in a pool',
  )
})

it('counts the lines of a file, its heading and line breaks included', async () => {
  const { user, press, imports } = open(bad.slice(1, 2) as typeof bad)
  const file = new File(['Key,Note\nLNTR-1,"a\nb"\nLNTR-2,c\nLNTR-1,d'], 'keys.csv')
  await user.upload(screen.getByLabelText('Or choose a CSV file'), file)
  expect(await screen.findByText('3 lines, without the heading "Key"')).toBeVisible()
  await press('Check 3 lines')
  await title('2 of 3 keys can be added')
  expect(imports[0]?.p_keys).toEqual(['LNTR-1', 'LNTR-2', 'LNTR-1'])
  expect(lines()).toEqual(['Line 5Duplicate of line 2'])
})

it('sends nothing of a file with an open quotation mark', async () => {
  const { user, press, imports } = open()
  const file = new File(['LNTR-1,a\n"LNTR-2,b\nLNTR-3,c'], 'keys.csv')
  await user.upload(screen.getByLabelText('Or choose a CSV file'), file)
  expect(await screen.findByRole('alert')).toHaveTextContent('Line 2 has a quotation mark that is not closed')
  await press('Check 0 lines')
  expect(imports).toEqual([])
})

it('keeps what was typed when the check or the import fails', async () => {
  const { press, paste } = open()
  const answers = [
    () => refusal(413, 'import_too_large'),
    () => HttpResponse.json([{ batch: 1, added: 2, problems: [] }]),
    () => HttpResponse.error(),
  ]
  server.use(http.post('*/rpc/key_import', () => answers.shift()?.()))
  await paste('LNTR-1\nLNTR-2')
  await press('Check 2 lines')
  expect(await screen.findByRole('alert')).toHaveTextContent(/at most 10,000 keys and 2 MB/)
  await press('Check 2 lines')
  await title('2 of 2 keys can be added')
  await press('Add 2 keys')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^The server did not respond.*none is added twice\.$/,
  )
  await press('Back')
  expect(screen.getByLabelText('Paste keys')).toHaveValue('LNTR-1\nLNTR-2')
  await press('Check 2 lines')
  await press('Add 2 keys')
  expect(await title('2 keys added')).toBeVisible()
})

it.each(['Add 2 keys', 'Back'])(
  'says that an attempt whose response was lost has added the keys: %s',
  async (next) => {
    const { press, paste } = open()
    const bad = { line: 3, problem: 'too_short', first_line: null }
    const inPool = [1, 2].map((line) => ({ line, problem: 'duplicate_key', first_line: null }))
    const again = () => HttpResponse.json([{ batch: 2, added: 0, problems: [...inPool, bad] }])
    const answers = [
      () => HttpResponse.json([{ batch: 1, added: 2, problems: [bad] }]),
      () => HttpResponse.error(),
      again,
    ]
    server.use(http.post('*/rpc/key_import', () => answers.shift()?.()))
    await paste('LNTR-1\nLNTR-2\nabc')
    await press('Check 3 lines')
    await title('2 of 3 keys can be added')
    await press('Add 2 keys')
    await screen.findByRole('alert')
    await press(next)
    if (next === 'Back') await press('Check 3 lines')
    const name = next === 'Back' ? '0 of 3 keys can be added' : '2 keys added'
    expect(await title(name)).toHaveTextContent('The attempt whose response was lost has added them.')
  },
)

it('says when the pool has changed since the check', async () => {
  const { press, paste, served } = open()
  await paste('LNTR-1\nLNTR-2')
  await press('Check 2 lines')
  await title('2 of 2 keys can be added')
  served.problems = [{ line: 2, problem: 'duplicate_key', first_line: null }]
  await press('Add 2 keys')
  expect(await title('1 key added')).toHaveTextContent('which found 2 keys')
})

it('sends no more than 10,000 lines', async () => {
  const { press, paste, imports } = open()
  await paste(Array.from({ length: 10_001 }, (_, index) => `KEY-${index}`).join('\n'))
  expect(screen.getByRole('alert')).toHaveTextContent('At most 10,000 lines at a time; these are 10,001.')
  await press('Check 10,001 lines')
  expect(imports).toEqual([])
})

it('shows what is read of a file, and asks for the column when it is unsure (D59)', async () => {
  const { user, press, imports } = open()
  const file = new File(['Kennung;Freischaltung\n7;AB-12\n8;CD-34'], 'keys.csv')
  await user.upload(screen.getByLabelText('Or choose a CSV file'), file)
  const read = within(await screen.findByRole('region', { name: 'What is read' }))
  expect(read.getByRole('status')).toHaveTextContent(/^Say which column it is/)
  expect(screen.getByRole('button', { name: 'Check 0 lines' })).toBeDisabled()
  expect(read.getByRole('checkbox', { name: 'The first line is a heading' })).toBeChecked()
  await user.selectOptions(read.getByLabelText('Key column'), '2: Freischaltung')
  expect(read.getByRole('status')).toHaveTextContent('Line 2: AB-12Line 3: CD-34')
  await press('Check 2 lines')
  await title('2 of 2 keys can be added')
  expect(imports[0]?.p_keys).toEqual(['AB-12', 'CD-34'])
})
