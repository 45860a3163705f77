import { CircleAlert, CircleCheck, Download, Send } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Fact } from '@/components/ui/fact'
import { LinkButton } from '@/components/ui/link-button'
import type { CheckResult } from '@/entities/history/check'
import { hexOf } from '@/entities/history/hex'
import { useProfile } from '@/entities/profiles/own'
import { useUser } from '@/entities/session/session'
import { useContactAddress } from '@/entities/settings/public'
import { transactionTitle } from '@/entities/transactions/transaction'
import { formatCount, formatDateTime, formatNumber, formatSigned } from '@/lib/format'
import { Fingerprint } from './fingerprint'
import { saveReceipt } from './receipt-file'
import { ReceiptPicker } from './receipt-picker'
import { ReceiptResult } from './receipt-result'
import { reportAddress } from './report-address'
import { Tally } from './tally'

type Props = { result: CheckResult; onCheck: (receipt?: File) => void }

export function Outcome({ result, onCheck }: Props) {
  const { chain, broken, balance, total } = result
  const position = chain.broken?.position
  const isWhole = !broken && chain.count > 0 && chain.count === total && balance === chain.balance
  return (
    <>
      <div role={isWhole ? 'status' : 'alert'}>
        <h2 className="flex items-center gap-2.5 text-lg font-semibold">
          {isWhole ? (
            <CircleCheck aria-hidden="true" className="flex-none text-positive" />
          ) : (
            <CircleAlert aria-hidden="true" className="flex-none text-danger" />
          )}
          {isWhole ? allMatchText(total) : mismatchText(result)}
        </h2>
      </div>
      <Tally total={total} checked={chain.count} broken={position} />
      <div className="grid items-end gap-x-10 gap-y-5 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid max-w-[76ch] gap-1.5 text-ink-2">
          {broken ? <BrokenText result={result} /> : null}
          {broken || isWhole ? null : <MissingText result={result} />}
          {isWhole ? <MatchText result={result} /> : null}
          <ReceiptResult receipt={result.receipt} />
        </div>
        <Actions result={result} isWhole={isWhole} onCheck={onCheck} />
      </div>
      {broken ? <BrokenEntry result={result} /> : null}
    </>
  )
}

const allMatchText = (count: number) =>
  count === 1 ? 'The one transaction matches' : `All ${formatNumber(count)} transactions match`

function mismatchText({ chain, total }: CheckResult) {
  if (chain.broken) return `Transaction ${formatNumber(chain.broken.position)} does not match`
  return chain.count === total && chain.count > 0 ? 'Your balance does not match' : 'Transactions are missing'
}

function Actions({ result, isWhole, onCheck }: Props & { isWhole: boolean }) {
  const { id } = useUser()
  return (
    <div className="flex flex-wrap justify-end gap-2.5 max-md:[&>*]:flex-1">
      <Button variant="quiet" onClick={() => onCheck()}>
        Check again
      </Button>
      <ReceiptPicker onPick={onCheck} />
      <Button
        variant={isWhole ? 'primary' : 'secondary'}
        icon={<Download />}
        disabled={result.chain.count === 0}
        onClick={() => saveReceipt(id, result)}
      >
        Save as a receipt
      </Button>
      {isWhole ? null : <SendLink result={result} />}
    </div>
  )
}

function SendLink({ result }: Pick<Props, 'result'>) {
  return (
    <LinkButton variant="primary" icon={<Send />} to={reportAddress(result, useContactAddress())}>
      Send to Guildhall
    </LinkButton>
  )
}

function MatchText({ result: { chain, checkedAt, tookMs } }: Pick<Props, 'result'>) {
  const seconds = Math.max(tookMs / 1000, 0.1).toFixed(1)
  return (
    <>
      <p>
        Your browser worked out the chain from the first transaction to the last and came to the same
        fingerprint as Guildhall.
      </p>
      <p className="flex flex-wrap gap-x-3">
        <span>Fingerprint</span> <Fingerprint hash={chain.head} />
      </p>
      <p className="text-xs text-ink-muted">
        Checked on {formatDateTime(checkedAt.toISOString())}, in {seconds} seconds, on this device.
        Transactions removed from the end together with their tokens, or a history that was rewritten as a
        whole, show only beside a receipt saved before.
      </p>
    </>
  )
}

function MissingText({ result: { chain, balance = 0, total } }: Pick<Props, 'result'>) {
  if (chain.count === 0)
    return (
      <p>
        Your history has no transactions, although every account begins with the tokens of its sign-up. Your
        balance is {formatNumber(balance)}.
      </p>
    )
  if (chain.count < total)
    return (
      <p>
        Your history counts {formatCount(total, 'transaction')}, of which only {formatNumber(chain.count)}{' '}
        could be read.
      </p>
    )
  return (
    <p>
      {allMatchText(chain.count)} and leave {formatCount(chain.balance, 'token', 'tokens')}, but your balance
      is {formatNumber(balance)}. Transactions are missing at the end, or your balance was changed without
      one.
    </p>
  )
}

function BrokenText({ result: { chain, total } }: Pick<Props, 'result'>) {
  const { data: profile } = useProfile()
  const position = chain.broken?.position ?? 0
  const after = total - position
  return (
    <p>
      {chain.count > 0 ? `Transactions 1 to ${formatNumber(chain.count)} match. ` : null}
      Transaction {formatNumber(position)}, or its place in the chain, is not what it was when it was written
      {after > 0
        ? `, so the ${formatCount(after, 'transaction')} after it cannot be vouched for either.`
        : '.'}
      {profile ? ` Your balance is still ${formatNumber(profile.current_tokens)}.` : null}
    </p>
  )
}

function BrokenEntry({ result: { chain, broken } }: Pick<Props, 'result'>) {
  if (!broken || !chain.broken) return null
  const { order, created_at, amount, hash } = broken
  return (
    <dl className="mt-5 border-t border-line">
      <Fact name="Transaction">
        <span className="font-semibold">No. {formatNumber(chain.broken.position)}</span>
        {', '}
        {[formatDateTime(created_at), transactionTitle(broken), order?.order_number, formatSigned(amount)]
          .filter(Boolean)
          .join(', ')}
      </Fact>
      <Fact name="Written down">
        <Fingerprint hash={hexOf(hash)} />
      </Fact>
      <Fact name="Worked out here">
        <Fingerprint hash={chain.broken.computed} />
      </Fact>
    </dl>
  )
}
