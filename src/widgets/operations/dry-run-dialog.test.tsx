import { screen, waitFor, within } from '@testing-library/react'
import { held } from '@tests/support/held'
import { renderPage } from '@tests/support/render'
import { expect, it, vi } from 'vitest'
import type { OperationCall, OperationRequest, OperationResult } from '@/entities/operations/operation'
import { DryRunDialog } from './dry-run-dialog'
import type { OperationTexts } from './kinds'

const texts: OperationTexts = {
  noun: ['order', 'orders'],
  title: (what) => `Mark ${what} delivered`,
  act: (count) => `Mark ${count} delivered`,
  running: 'Marking orders delivered',
  done: (count) => `${count} marked delivered`,
  did: (what) => `marked ${what} delivered`,
  reasons: { cancelled_by_member: () => 'Cancelled by the member' },
}

const counted = (over: Partial<OperationResult> = {}): OperationResult => ({
  operation_id: 'op-1',
  changed: 198,
  skipped: [
    { reason: 'cancelled_by_member', count: 4 },
    { reason: 'changed_since', count: 12, by: 'Ines Moreau' },
  ],
  tokens: 7,
  moves: [
    { move: 'charged', tokens: 20, members: 1 },
    { move: 'credited', tokens: 7, members: 3 },
  ],
  emails: 198,
  remaining: 0,
  as_of: '2026-11-20T10:00:00Z',
  ...over,
})

const refusal = (code: string) => ({ code: 'PT409', message: code })

/** Returns the results in turn; throws those that are errors. */
function open(
  answers: (OperationResult | object)[],
  props: Partial<Parameters<typeof DryRunDialog>[0]> = {},
) {
  const requests: OperationRequest[] = []
  const call: OperationCall = async (request) => {
    requests.push(request)
    const answer = answers[requests.length - 1]
    if (answer && 'operation_id' in answer) return answer as OperationResult
    throw answer
  }
  const onRun = vi.fn()
  const onClose = vi.fn()
  const view = renderPage(
    <DryRunDialog texts={texts} selected={214} call={call} onRun={onRun} onClose={onClose} {...props} />,
  )
  return { ...view, requests, onRun, onClose }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })

it('shows what would change, what is skipped and why, and runs exactly that by Enter', async () => {
  const { user, requests, onRun, onClose } = open([counted(), counted({ remaining: 0 })])
  expect(screen.getByRole('dialog', { name: 'Mark 214 orders delivered' })).toHaveAccessibleDescription(
    'Nothing has changed yet. This is what would happen.',
  )
  const sum = await screen.findByRole('region', { name: 'What would change' })
  expect(
    within(sum)
      .getAllByRole('term')
      .map((term) => term.textContent),
  ).toEqual([
    'Selected',
    'Skipped',
    'Changed in the meantime by Ines Moreau',
    'Cancelled by the member',
    'Will change',
  ])
  expect(
    within(sum)
      .getAllByRole('definition')
      .map((figure) => figure.textContent),
  ).toEqual(['214', '−16', '12', '4', '198'])
  expect(screen.getByText('20, taken again from 1 member')).toBeVisible()
  expect(screen.getByText('7, credited to 3 members for late delivery')).toBeVisible()
  for (const text of ['198, after 10 minutes', '10 minutes, for all 198 together'])
    expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('198 orders will change, 16 skipped.')
  expect(requests).toEqual([{ dryRun: true }])
  expect(await button('Mark 198 delivered')).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onRun).toHaveBeenCalledOnce())
  expect(onClose).toHaveBeenCalledOnce()
  expect(requests).toEqual([{ dryRun: true }, { dryRun: false, expected: counted() }])
})

it.each([
  ['numbers_differ', 'Something changed while this was open.'],
  ['dry_run_expired', 'This was counted more than five minutes ago.'],
])('counts again after %s, and asks again', async (code, reason) => {
  const { user, requests, onRun } = open([
    counted(),
    refusal(code),
    counted({ operation_id: 'op-2', changed: 190 }),
    counted({ operation_id: 'op-2' }),
  ])
  await user.click(await button('Mark 198 delivered'))
  expect(await screen.findByText(reason)).toBeVisible()
  expect(onRun).not.toHaveBeenCalled()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await user.click(await button('Mark 190 delivered'))
  await waitFor(() => expect(onRun).toHaveBeenCalledOnce())
  expect(requests.at(-1)).toMatchObject({ dryRun: false, expected: { operation_id: 'op-2', changed: 190 } })
})

it('starts nothing where nothing would change, or while a field is wrong', async () => {
  const { unmount } = open([counted({ changed: 0 })])
  expect(await button('Mark 0 delivered')).toBeDisabled()
  unmount()
  const { user, requests } = open([counted()], { check: () => false })
  await user.click(await button('Mark 198 delivered'))
  expect(requests).toHaveLength(1)
})

it('says that the result is unknown when the response to the run is lost, and stays open', async () => {
  const { user, onRun, onClose } = open([counted(), new DOMException('late', 'TimeoutError')])
  await user.click(await button('Mark 198 delivered'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The server did not respond, so it may or may not have started. It is safe to try again: nothing is done twice.',
  )
  expect([onRun.mock.calls, onClose.mock.calls]).toEqual([[], []])
})

it('shows that counting failed, and counts again', async () => {
  const { user } = open([refusal('not_admin'), counted()])
  expect(await screen.findByText('This could not be counted.')).toBeVisible()
  expect(await button('Mark 214 delivered')).not.toHaveAttribute('aria-busy')
  await user.click(await button('Try again'))
  expect(await button('Mark 198 delivered')).toBeEnabled()
})

it('does not run before it has counted, and puts the way out first where the act is dangerous', async () => {
  const answer = held()
  const requests: OperationRequest[] = []
  const call: OperationCall = async (request) => {
    requests.push(request)
    await answer.released
    return counted()
  }
  const props = { texts, selected: 214, onRun: vi.fn(), onClose: vi.fn() }
  const { user } = renderPage(<DryRunDialog {...props} call={call} danger cancelLabel="Keep orders" />)
  expect(await button('Keep orders')).toHaveFocus()
  await user.click(await button('Mark 214 delivered'))
  expect(requests).toHaveLength(1)
  answer.release()
  expect(await button('Mark 198 delivered')).toBeVisible()
})
