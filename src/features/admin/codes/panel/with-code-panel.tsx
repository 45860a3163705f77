import { createContext, type ReactNode, useContext } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { textParam, useUrlState } from '@/components/list/use-url-state'
import type { CodeKind } from '@/entities/codes/code'

const CodePanel = lazyDialog(() => import('./code-panel').then((module) => module.CodePanel))

const CodeLinks = createContext((id: string): LinkProps => ({ to: `?code=${id}` }))

export function CodeLink({ id, children }: { id: string; children: ReactNode }) {
  const linkTo = useContext(CodeLinks)
  return (
    <Link {...linkTo(id)} data-opens-row className="rounded-sm underline-offset-[3px] hover:underline">
      {children}
    </Link>
  )
}

const params = { code: textParam }
const keepPage = { keepPage: true }

export function WithCodePanel({ kind, children }: { kind: CodeKind; children: ReactNode }) {
  const { state: open, set, urgentLink } = useUrlState(params)

  return (
    <CodeLinks value={(code) => urgentLink({ code }, keepPage)}>
      {children}
      {open.code ? (
        <CodePanel
          key={open.code}
          frame={{ title: 'Code', side: true }}
          kind={kind}
          id={open.code}
          onClose={() => set({ code: '' }, keepPage)}
        />
      ) : null}
    </CodeLinks>
  )
}
