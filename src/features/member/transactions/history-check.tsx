import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { FormProblem } from '@/components/form/field'
import { Button, LinkButton } from '@/components/ui/button'
import { InlineAlert } from '@/components/ui/inline-alert'
import { Fact } from '@/components/ui/sum'
import type { CheckResult } from '@/entities/history/check'
import type { Receipt } from '@/entities/history/receipt'
import { ReceiptError, type useCheckHistory } from '@/entities/history/use-check-history'
import { useUser } from '@/entities/session/session'
import { useContactAddress } from '@/entities/settings/public'
import { transactionTitle } from '@/entities/transactions/transaction'
import { brand } from '@/lib/brand'
import { explainError } from '@/lib/errors'
import { formatCount, formatDateTime, formatNumber, formatSigned } from '@/lib/format'
import { saveFile } from '@/lib/save-file'
import { hexOf } from '@/lib/text'

/** One sentence on whether the history adds up; hashes are in the saved file, and in the details of what does not match (D58). */
export function HistoryCheck({ check }: { check: ReturnType<typeof useCheckHistory> }) {
  const { isPending, result, error, progress } = check
  return (
    <section aria-label="Verify my history" className="mb-7 grid gap-3 [overflow-wrap:anywhere] empty:hidden">
      {isPending ? (
        <p role="status" className="font-semibold">
          {progress
            ? `Verifying transaction ${formatNumber(progress.checked)} of ${formatNumber(progress.total)}`
            : 'Verifying...'}
        </p>
      ) : null}
      {error ? (
        <FormProblem>
          {error instanceof ReceiptError
            ? error.message
            : (explainError(error) ?? 'Your history could not be verified.')}
        </FormProblem>
      ) : null}
      {result && !isPending ? <Outcome result={result} /> : null}
    </section>
  )
}

type Props = { result: CheckResult }

function Outcome({ result }: Props) {
  const contact = useContactAddress()
  const { chain, broken, balance, total, checkedAt } = result
  const isWhole = !broken && chain.count > 0 && chain.count === total && balance === chain.balance
  if (isWhole)
    return (
      <div role="status">
        <InlineAlert
          tone="good"
          icon={<ShieldCheck />}
          title={`${total === 1 ? 'The one transaction adds' : `All ${formatNumber(total)} transactions add`} up to your balance of ${formatNumber(chain.balance)}.`}
          action={<SaveButton result={result} />}
        >
          <ReceiptResult result={result} />
          <p>Worked out on this device, {formatDateTime(checkedAt.toISOString())}. Nothing was sent.</p>
          <p className="mt-1 max-w-[76ch] text-xs text-ink-muted">
            Transactions removed from the end together with their tokens, or a history that was rewritten as a
            whole, show only beside a result saved before.
          </p>
        </InlineAlert>
      </div>
    )
  return (
    <div role="alert">
      <InlineAlert
        tone="danger"
        icon={<ShieldAlert />}
        title={mismatchText(result)}
        action={
          <div className="flex flex-wrap gap-2.5">
            {chain.count > 0 ? <SaveButton result={result} /> : null}
            <LinkButton variant="primary" to={reportAddress(contact, result)}>
              Send to {brand.name}
            </LinkButton>
          </div>
        }
      >
        <p className="max-w-[76ch]">{explanationOf(result)}</p>
        <ReceiptResult result={result} />
        {broken ? <BrokenEntry result={result} /> : null}
      </InlineAlert>
    </div>
  )
}

function mismatchText({ chain, total }: CheckResult) {
  if (chain.broken) return `Transaction ${formatNumber(chain.broken.position)} does not match`
  return chain.count === total && chain.count > 0 ? 'Your balance does not match' : 'Transactions are missing'
}

function explanationOf({ chain, balance = 0, total }: CheckResult): string {
  if (chain.broken) {
    const { position } = chain.broken
    const after = total - position
    const rest =
      after > 0 ? `, so the ${formatCount(after, 'transaction')} after it cannot be vouched for either.` : '.'
    const before = chain.count > 0 ? `Transactions 1 to ${formatNumber(chain.count)} match. ` : ''
    return `${before}Transaction ${formatNumber(position)}, or its place in the chain, is not what it was when it was written${rest}`
  }
  if (chain.count === 0)
    return `Your history has no transactions, although every account begins with the tokens of its sign-up. Your balance is ${formatNumber(balance)}.`
  if (chain.count < total)
    return `Your history counts ${formatCount(total, 'transaction')}, of which only ${formatNumber(chain.count)} could be read.`
  return `All ${formatCount(chain.count, 'transaction')} match and leave ${formatCount(chain.balance, 'token')}, but your balance is ${formatNumber(balance)}. Transactions are missing at the end, or your balance was changed without one.`
}

function SaveButton({ result }: Props) {
  const { id } = useUser()
  return (
    <Button variant="quiet" onClick={() => saveReceipt(id, result)}>
      Save the result
    </Button>
  )
}

function saveReceipt(account: string, { chain, checkedAt }: CheckResult) {
  const receipt: Receipt = {
    receipt: 'guildhall ledger 1',
    account,
    count: chain.count,
    head: chain.head,
    checkedAt: checkedAt.toISOString(),
  }
  const name = `${brand.name.toLowerCase()}-receipt-${checkedAt.toLocaleDateString('sv')}.json`
  saveFile(name, new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' }))
}

function ReceiptResult({ result: { receipt } }: Props) {
  if (!receipt) return null
  const name = `The result saved on ${formatDateTime(receipt.checkedAt)}`
  const transactions = formatCount(receipt.count, 'transaction')
  if (receipt.headNow === receipt.head)
    return (
      <p className="font-semibold text-positive">
        {`${name} matches: your first ${transactions} have not changed since.`}
      </p>
    )
  return (
    <p role="alert" className="font-semibold text-danger">
      {receipt.headNow === undefined
        ? `${name} counts ${transactions}; fewer of them are here and match. Transactions have been removed or changed since.`
        : `${name} does not match: your first ${transactions} are not the ones that it was saved for.`}
    </p>
  )
}

function BrokenEntry({ result: { chain, broken } }: Props) {
  if (!broken || !chain.broken) return null
  const { order, created_at, amount, hash } = broken
  const facts = [
    formatDateTime(created_at),
    transactionTitle(broken),
    order?.order_number,
    formatSigned(amount),
  ]
  return (
    <details className="mt-2">
      <summary className="font-medium">{facts.filter(Boolean).join(', ')}</summary>
      <dl className="mt-2 border-t border-line font-mono">
        <Fact name="Written down">{hexOf(hash)}</Fact>
        <Fact name="Worked out here">{chain.broken.computed}</Fact>
      </dl>
    </details>
  )
}

function reportAddress(contact: string, result: CheckResult): string {
  const { chain, broken, balance, total, checkedAt } = result
  const problem = broken
    ? [
        `Transaction ${chain.broken?.position} of my token history does not match.`,
        `Transaction: ${broken.id}`,
        `Written down: ${hexOf(broken.hash)}`,
        `Worked out: ${chain.broken?.computed}`,
      ]
    : [
        `The last of ${chain.count} of the ${total} transactions of my token history leaves ${chain.balance}, my balance is ${balance}.`,
        `Fingerprint: ${chain.head}`,
      ]
  const body = [...problem, `Verified: ${checkedAt.toISOString()}`].join('\n')
  const query = new URLSearchParams({ subject: 'My token history does not match', body })
  return `mailto:${contact}?${query.toString().replaceAll('+', '%20')}`
}
