import { oneOf, textParam, useUrlState } from '@/components/list/use-url-state'

const params = {
  person: textParam,
  show: oneOf(['ledger', 'payments', 'codes', 'reports', 'notes', 'messages'], 'orders'),
}
const keepPage = { keepPage: true }

export function useOpenPerson() {
  const { state: open, set, urgentLink } = useUrlState(params)

  return {
    id: open.person || undefined,
    tab: open.show,
    open: (id: string) => set({ person: id }, { ...keepPage, urgent: true }),
    linkTo: (id: string) => urgentLink({ person: id }, keepPage),
    showTab: (tab: string) => set({ show: tab }, keepPage),
    close: () => set({ person: '', show: 'orders' }, keepPage),
  }
}
