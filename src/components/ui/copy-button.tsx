import { Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { copyText } from '@/lib/clipboard'
import { Button, type ButtonLook } from './button'

const shownMs = 4000

type Props = ButtonLook & {
  /** A function reads it first, and reports its own failure. */
  text: string | (() => Promise<string>)
  /** Shown where copying is refused. */
  failureText: string
  children: ReactNode
}

/** Says in place that it has copied, for four seconds; the focus stays. */
export function CopyButton({
  text,
  failureText,
  variant = 'secondary',
  className,
  children,
  ...look
}: Props) {
  const [state, setState] = useState<'idle' | 'busy' | 'copied'>('idle')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('idle'), shownMs)
    return () => clearTimeout(timer)
  }, [state])

  async function copy() {
    setState('busy')
    try {
      const isCopied = await copyText(typeof text === 'string' ? text : text())
      if (!isCopied) toastError('Error', failureText)
      setState(isCopied ? 'copied' : 'idle')
    } catch {
      setState('idle')
    }
  }

  const isCopied = state === 'copied'
  return (
    <>
      <Button
        {...look}
        icon={<Copy />}
        variant={isCopied ? 'accent' : variant}
        className={isCopied ? `${className ?? ''} !bg-accent-soft` : className}
        busy={state === 'busy'}
        done={isCopied}
        doneLabel="Copied"
        onClick={() => void copy()}
      >
        <span className="contents">{children}</span>
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </span>
    </>
  )
}

export async function copyWithToast(text: string, done: string, failureText: string) {
  if (await copyText(text)) toastSuccess('Copied', done)
  else toastError('Error', failureText)
}

export const copyFailure = (what: string) => `The browser did not allow copying. Please copy ${what} by hand.`
