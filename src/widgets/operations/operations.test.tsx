import { act, screen, waitFor, within } from '@testing-library/react'
import { memberId } from '@tests/support/builders'
import { held } from '@tests/support/held'
import { refusal } from '@tests/support/member-api'
import {
  operation,
  operationResult,
  othersOperation,
  serveOperationCalls,
} from '@tests/support/operations-api'
import { renderPage, signInAs } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type OperationCall,
  type OperationRequest,
  type OperationResult,
  operationKeys,
} from '@/entities/operations/operation'
import type { Operation } from '@/entities/operations/recent'
import { DryRunDialog } from './dry-run-dialog'
import { orderStatusTexts } from './kinds'
import { OperationBar } from './operation-bar'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const texts = (all: HTMLElement[]) => all.map(({ textContent }) => textContent)

describe('dry run', () => {
  const counted = (over: Partial<OperationResult> = {}) =>
    operationResult({
      skipped: [
        { reason: 'cancelled_by_member', count: 4 },
        { reason: 'changed_since', count: 12, by: 'Ines Moreau' },
      ],
      moves: [
        { move: 'charged', tokens: 20, members: 1 },
        { move: 'credited', tokens: 7, members: 3 },
        { move: 'refunded', tokens: 5, members: 2 },
      ],
      ...over,
    })
  const refused = (code: string) => ({ code: 'PT409', message: code })

  /** Returns the results in turn; throws those that are errors. */
  function open(answers: object[], props: Partial<Parameters<typeof DryRunDialog>[0]> = {}) {
    const requests: OperationRequest[] = []
    const call: OperationCall = async (request) => {
      requests.push(request)
      const answer = (await answers[requests.length - 1]) ?? {}
      if ('operation_id' in answer) return answer as OperationResult
      throw answer
    }
    const given = { texts: orderStatusTexts('delivered'), selected: 214, onRun: vi.fn(), onClose: vi.fn() }
    return { ...renderPage(<DryRunDialog {...given} call={call} {...props} />), requests, ...given }
  }

  it('counts again what changed or was counted too long ago, and asks again', async () => {
    const second = counted({ operation_id: 'op-2', changed: 190 })
    const third = counted({ operation_id: 'op-3', changed: 180 })
    const { user, requests, onRun } = open([
      ...[counted(), refused('numbers_differ'), second],
      ...[refused('dry_run_expired'), third, third],
    ])
    await user.click(await button('Mark 198 delivered'))
    expect(await screen.findByText('Something changed while this was open.')).toBeVisible()
    await user.click(await button('Mark 190 delivered'))
    expect(await screen.findByText('This was counted more than five minutes ago.')).toBeVisible()
    expect(onRun).not.toHaveBeenCalled()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await user.click(await button('Mark 180 delivered'))
    await waitFor(() => expect(onRun).toHaveBeenCalledOnce())
    expect(requests.at(-1)).toMatchObject({ dryRun: false, expected: { operation_id: 'op-3', changed: 180 } })
  })

  it('starts nothing where nothing would change, or while a field is wrong', async () => {
    const { unmount } = open([counted({ changed: 0 })])
    expect(await button('Mark 0 delivered')).toBeDisabled()
    unmount()
    const { user, requests } = open([counted()], { check: () => false })
    await user.click(await button('Mark 198 delivered'))
    expect(requests).toHaveLength(1)
  })

  it('says why it did not run, or that its response was lost, and stays open', async () => {
    const { user, onRun, onClose } = open([
      ...[counted(), refused('not_admin'), refused('of_tomorrow')],
      new DOMException('late', 'TimeoutError'),
    ])
    for (const text of [
      'You are no longer an admin. Nothing was changed.',
      'Something went wrong. Please try again.',
      'The server did not respond, so it may or may not have started. It is safe to try again: nothing is done twice.',
    ]) {
      await user.click(await button('Mark 198 delivered'))
      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(text))
    }
    expect([onRun.mock.calls, onClose.mock.calls]).toEqual([[], []])
  })

  it('does not run before it has counted, and puts the way out first where the act is dangerous', async () => {
    const answer = held()
    const answers = [answer.released.then(() => counted())]
    const { user, requests } = open(answers, { danger: true, cancelLabel: 'Keep orders' })
    expect(await button('Keep orders')).toHaveFocus()
    await user.click(await button('Mark 214 delivered'))
    answer.release()
    expect(await button('Mark 198 delivered')).toBeVisible()
    expect(requests).toHaveLength(1)
  })
})

describe('bar', () => {
  function open(operations: Operation[], kinds = ['order_status']) {
    const served = { operations }
    server.use(http.get('*/rest/v1/operations', () => HttpResponse.json(served.operations)))
    const view = renderPage(<OperationBar kinds={kinds}>{null}</OperationBar>)
    /** As after an event of the realtime channel. */
    const become = async (next: Operation[]) => {
      served.operations = next
      await act(() => view.client.invalidateQueries({ queryKey: operationKeys.recent }))
    }
    return { ...view, served, become }
  }

  it("shows the admin's own result as long as it can be undone, wholly, by U and Enter", async () => {
    vi.setSystemTime(Date.now())
    const { user, become } = open([operation()])
    expect(await screen.findByText('198 marked delivered, 16 skipped')).toBeVisible()
    expect(screen.getByText(/^198 emails leave when undo closes, at \d/)).toBeVisible()
    expect(screen.getByText('(9:00 left)')).toBeVisible()
    const undo = screen.getByRole('button', { name: 'Undo' })
    await user.keyboard('u')
    expect(undo).toHaveFocus()
    serveOperationCalls({ undo_operation: () => refusal(410, 'undo_closed') })
    await user.keyboard('{Enter}')
    await seeToast('Not undone', 'The ten minutes are over.')
    const left = [500, 0]
    const calls = serveOperationCalls({
      undo_operation: () => operationResult({ remaining: 1000 }),
      continue_operation: () => operationResult({ remaining: left.shift() ?? 0 }),
    })
    await user.click(await button('Undo'))
    await waitFor(() => expect(calls.continue_operation).toHaveLength(2))
    expect(calls.undo_operation).toEqual([{ p_operation_id: 'op-1' }])
    await become([operation({ undo_until: new Date(Date.now() - 1).toISOString() })])
    await waitFor(() => expect(screen.queryByText(/marked delivered/)).toBeNull())
  })

  it('undoes an earlier run as well, after a later one', async () => {
    const earlier = operation({ id: 'op-0', changed: 25, skipped: 0 })
    const { user, become } = open([operation(), earlier])
    expect(await screen.findByText('198 marked delivered, 16 skipped')).toBeVisible()
    await user.click(await button('Earlier run'))
    expect(screen.getByText('25 marked delivered')).toBeVisible()
    const calls = serveOperationCalls({ undo_operation: () => operationResult() })
    await user.click(await button('Undo'))
    await waitFor(() => expect(calls.undo_operation).toEqual([{ p_operation_id: 'op-0' }]))
    const undone = { state: 'undone', changed: 0, undone: 25, undone_at: new Date().toISOString() }
    await become([operation(), { ...earlier, ...undone }])
    expect(screen.getByText('25 orders as before')).toBeVisible()
    await user.click(await button('Latest run'))
    expect(screen.getByText('198 marked delivered, 16 skipped')).toBeVisible()
  })

  it("keeps Undo of the admin's own result while another admin's run is under way", async () => {
    const others = othersOperation({ state: 'running', changed: 500, remaining: 1480, undo_until: null })
    const { user } = open([others, operation()])
    expect(await button('Undo')).toBeVisible()
    await user.click(await button('Under way'))
    expect(screen.getByRole('region', { name: 'Progress' })).toHaveTextContent('started by Ines Moreau')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    await user.click(await button('Latest run'))
    expect(await button('Undo')).toBeVisible()
  })

  it("undoes the admin's own run before it has ended, and shows it when it begins", async () => {
    const earlier = operation({ id: 'op-0', changed: 25, skipped: 0 })
    const { user, become } = open([operation({ id: 'op-9' }), earlier])
    await user.click(await button('Earlier run'))
    await become([operation({ state: 'running', changed: 500, remaining: 100, undo_until: null }), earlier])
    expect(await screen.findByRole('region', { name: 'Progress' })).toHaveTextContent('500 of 600')
    const calls = serveOperationCalls({ undo_operation: () => operationResult() })
    await user.keyboard('u')
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(calls.undo_operation).toEqual([{ p_operation_id: 'op-1' }]))
    await user.click(await button('Latest run'))
    expect(screen.getByText('25 marked delivered')).toBeVisible()
  })

  it('shows how far an operation of another admin has come, which this one continues', async () => {
    const running = { state: 'running', changed: 500, skipped: 3, remaining: 1480, undo_until: null }
    const { user, served } = open([othersOperation(running)])
    expect(await screen.findByRole('region', { name: 'Progress' })).toHaveTextContent(
      /^Marking orders delivered: 500 of 1,980, 3 skipped, started by Ines Moreau/,
    )
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '500')
    const second = held()
    let steps = 0
    server.use(
      http.post('*/rest/v1/rpc/continue_operation', async () => {
        steps += 1
        served.operations = [othersOperation({ ...running, changed: 1000, remaining: 980 })]
        if (steps > 1) await second.released
        return HttpResponse.json(operationResult({ remaining: 980 }))
      }),
    )
    await user.click(await button('Continue'))
    expect(await screen.findByText(/1,000 of 1,980/)).toBeVisible()
    await user.click(await button('Stop after this step'))
    second.release()
    expect(await button('Continue')).toBeVisible()
    expect(steps).toBe(2)
  })

  it('is interrupted without losing anything when a step fails, and can be continued', async () => {
    const { user } = open([operation({ state: 'running', changed: 500, remaining: 100, undo_until: null })])
    serveOperationCalls({ continue_operation: () => HttpResponse.error() })
    await user.click(await button('Continue'))
    await seeToast('Interrupted', 'What was done stays done. Continue it when you like.')
    expect(await button('Continue')).toBeEnabled()
  })

  it('announces what another admin has done and undone once, and nothing from before', async () => {
    const { become, client } = open([othersOperation({ id: 'op-0', changed: 7, skipped: 0 })])
    await waitFor(() => expect(client.getQueryData(operationKeys.recent)).toBeDefined())
    await become([othersOperation({ changed: 31, skipped: 0 }), othersOperation({ id: 'op-0', changed: 7 })])
    await seeToast('Orders', 'Ines Moreau marked 31 orders delivered.')
    expect(screen.queryByText(/7 orders/)).toBeNull()
    await become([
      othersOperation({ state: 'undone', changed: 0, undone: 31, undone_at: new Date().toISOString() }),
    ])
    await seeToast('Orders', 'Ines Moreau undid that: 31 orders as before.')
  })

  it('says what an undo took back and what it could not, with the reasons', async () => {
    const spent = (position: number) => ({ position, label: `ORD-00000${position}`, reason: 'tokens_spent' })
    const changed = { position: 3, label: 'ORD-000003', reason: 'changed_since', reason_by: 'Ines Moreau' }
    const files = catchSavedFiles()
    const { user } = open([
      operation({ state: 'undone', changed: 0, undone: 195, kept: 3, undone_at: new Date().toISOString() }),
    ])
    expect(await screen.findByText('195 orders as before, 3 could not be undone')).toBeVisible()
    const calls = serveOperationCalls({
      operation_rows: (body) => ('p_after' in body && body.p_after ? [] : [spent(1), spent(2), changed]),
    })
    await user.click(screen.getByRole('button', { name: 'See the 3' }))
    const dialog = await screen.findByRole('dialog', { name: '3 orders were not undone', busy: false })
    const items = await within(dialog).findAllByRole('listitem')
    expect(texts(items)).toEqual([
      '2The tokens have been spentShowORD-000001, ORD-000002',
      '1Changed in the meantime by Ines MoreauShowORD-000003',
    ])
    await user.click(within(dialog).getByRole('button', { name: 'Export the 3' }))
    await waitFor(() => expect(files.names[0]).toMatch(/^guildhall-kept-orders-/))
    expect(await files.lines(0)).toEqual([
      '"Order","Why"',
      '"ORD-000001","The tokens have been spent"',
      '"ORD-000002","The tokens have been spent"',
      '"ORD-000003","Changed in the meantime by Ines Moreau"',
    ])
    expect(calls.operation_rows?.[0]).toMatchObject({ p_operation_id: 'op-1', p_state: 'kept' })
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!)
    await user.click(await button('Dismiss'))
    expect(screen.queryByText(/as before/)).toBeNull()
  })
})
