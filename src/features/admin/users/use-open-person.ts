import { useLocation, useNavigate } from 'react-router-dom'
import { oneOf, textParam, useUrlState } from '@/components/list/use-url-state'

const params = {
  person: textParam,
  show: oneOf(['ledger', 'codes', 'reports', 'notes', 'messages'], 'orders'),
}
const keepPage = { keepPage: true }
/** Opened from the list: closing goes back in history. */
const fromList = { fromList: true }

export function useOpenPerson() {
  const { state: open, set, urgentLink } = useUrlState(params)
  const { state } = useLocation()
  const navigate = useNavigate()

  return {
    id: open.person || undefined,
    tab: open.show,
    open: (id: string) => set({ person: id }, { ...keepPage, urgent: true }),
    linkTo: (id: string) => urgentLink({ person: id }, { ...keepPage, state: fromList }),
    showTab: (tab: string) => set({ show: tab }, { ...keepPage, state }),
    close: () => (state?.fromList ? navigate(-1) : set({ person: '', show: 'orders' }, keepPage)),
  }
}
