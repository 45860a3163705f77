import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '@/entities/session/session'
import { transactionKeys } from '@/entities/transactions/transaction'
import { toNetworkError } from '@/lib/errors'
import type { CheckProgress, CheckResult } from './check'

/** A file that is no receipt, or one of another account. */
export class ReceiptError extends Error {}

/** Checks the user's own history, with a file also against its receipt (D47). `result`: of the last completed check. */
export function useCheckHistory() {
  const { id } = useUser()
  const [progress, setProgress] = useState<CheckProgress>()
  const [result, setResult] = useState<CheckResult>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const check = useMutation({
    // The list shows the entries that were checked.
    meta: { failed: 'form', refreshes: transactionKeys.all },
    mutationFn: async (file: File | undefined) => {
      running.current?.abort()
      running.current = new AbortController()
      const { signal } = running.current
      const [{ checkHistory }, receipt] = await Promise.all([
        import('./check').catch((error) => Promise.reject(toNetworkError(error))),
        file && readReceipt(file, id),
      ])
      return checkHistory(id, receipt, setProgress, signal)
    },
    onSuccess: setResult,
    onSettled: () => setProgress(undefined),
  })
  return { ...check, progress, result }
}

async function readReceipt(file: File, account: string) {
  const { maxReceiptSize, parseReceipt } = await import('./receipt').catch((error) =>
    Promise.reject(toNetworkError(error)),
  )
  const receipt = file.size > maxReceiptSize ? undefined : parseReceipt(await file.text())
  if (!receipt) throw new ReceiptError(`${file.name} is no saved result.`)
  if (receipt.account !== account) throw new ReceiptError(`${file.name} is the result of another account.`)
  return receipt
}
