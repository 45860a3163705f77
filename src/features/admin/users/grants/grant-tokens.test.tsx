import { screen, waitFor, within } from '@testing-library/react'
import { memberId } from '@tests/support/builders'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { GrantTokens } from './grant-tokens'

const counted = {
  operation_id: '00000000-0000-4000-8000-000000000007',
  changed: 1,
  skipped: [{ reason: 'unknown_email', count: 1 }],
  tokens: 20,
  moves: [{ move: 'granted', tokens: 20, members: 1 }],
  emails: 0,
  remaining: 0,
  as_of: '2026-11-20T10:00:00Z',
}

async function open() {
  await signInAs('henrik@guildhall.test', memberId)
  const sent: Record<string, unknown>[] = []
  server.use(
    http.post<never, Record<string, unknown>>('*/rest/v1/rpc/grant_tokens', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(counted)
    }),
    http.post('*/rest/v1/rpc/operation_rows', async ({ request }) => {
      const { p_after } = (await request.json()) as { p_after: number }
      return HttpResponse.json(p_after > 0 ? [] : [{ position: 2, reason: 'unknown_email', label: 'Row 2' }])
    }),
  )
  const [onRun, onClose] = [vi.fn(), vi.fn()]
  const view = renderPage(<GrantTokens onRun={onRun} onClose={onClose} />)
  const press = (name: string | RegExp) => view.user.click(screen.getByRole('button', { name }))
  const paste = async (label: string, text: string) => {
    await view.user.click(screen.getByLabelText(label))
    await view.user.paste(text)
  }
  return { ...view, sent, onRun, onClose, press, paste }
}

it('counts the lines, lists those that are wrong by their number, and grants what was counted (D45)', async () => {
  const { sent, onRun, onClose, press, paste } = await open()
  await paste('Paste lines', 'Email,Tokens,Reason\nmia@x.test,20,Talk\n\nnobody@x.test,5')
  await paste('Reason', 'Spring')
  await press('Check 2 lines')
  expect(await screen.findByRole('button', { name: 'Grant tokens to 1' })).toBeEnabled()
  const rows = [
    { email: 'mia@x.test', tokens: 20, reason: 'Talk' },
    { email: 'nobody@x.test', tokens: 5 },
  ]
  const asked = { p_rows: rows, p_type: 'adjustment', p_reason: 'Spring' }
  expect(sent).toEqual([{ ...asked, p_dry_run: true }])
  const report = await screen.findByRole('region', { name: '1 line is left out' })
  expect(within(report).getByRole('listitem')).toHaveTextContent('Line 4No member has this email address')
  await press('Grant tokens to 1')
  await vi.waitFor(() => expect(onRun).toHaveBeenCalled(), 15_000)
  expect(sent.at(-1)).toMatchObject({ ...asked, p_dry_run: false, p_expected: counted })
  expect(onClose).toHaveBeenCalled()
})

it('keeps what was typed on the way back, and asks for a reason', async () => {
  const { sent, press, paste } = await open()
  await paste('Paste lines', 'mia@x.test')
  await press('Check 1 line')
  await waitFor(() => expect(screen.getByLabelText('Reason')).toHaveAccessibleDescription('Enter a reason.'))
  expect(sent).toEqual([])
  await paste('Reason', 'Spring')
  await paste('Tokens each (optional)', '7')
  await press('Check 1 line')
  await screen.findByRole('button', { name: 'Grant tokens to 1' })
  expect(sent[0]?.p_rows).toEqual([{ email: 'mia@x.test', tokens: 7 }])
  await press('Back')
  expect(screen.getByLabelText('Paste lines')).toHaveValue('mia@x.test')
  expect(screen.getByLabelText('Reason')).toHaveValue('Spring')
})
