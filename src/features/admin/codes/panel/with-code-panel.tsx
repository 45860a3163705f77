import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { textParam, useUrlState } from '@/components/list/use-url-state'
import type { CodeKind } from '@/entities/codes/code'
import { CodeLinks } from './code-link'

const CodePanel = lazyDialog(() => import('./code-panel').then((module) => module.CodePanel), {
  closesByHistory: true,
})

const params = { code: textParam }
const keepPage = { keepPage: true }
/** Opened from the list: closing goes back in history. */
const fromList = { fromList: true }

export function WithCodePanel({ kind, children }: { kind: CodeKind; children: ReactNode }) {
  const { state: open, set, urgentLink } = useUrlState(params)
  const { state } = useLocation()
  const navigate = useNavigate()
  const close = () => (state?.fromList ? navigate(-1) : set({ code: '' }, keepPage))

  return (
    <CodeLinks value={(code) => urgentLink({ code }, { ...keepPage, state: fromList })}>
      {children}
      {open.code ? (
        <CodePanel
          key={open.code}
          frame={{ title: 'Code', side: true }}
          kind={kind}
          id={open.code}
          onClose={close}
        />
      ) : null}
    </CodeLinks>
  )
}
