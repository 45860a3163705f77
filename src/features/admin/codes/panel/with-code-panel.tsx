import type { ReactNode } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { textParam, useUrlState } from '@/components/list/use-url-state'
import type { CodeKind } from '@/entities/codes/code'
import { CodeLinks } from './code-link'

const CodePanel = lazyDialog(() => import('./code-panel').then((module) => module.CodePanel))

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
