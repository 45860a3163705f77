import { Search } from 'lucide-react'
import { buttonStyle } from '@/components/ui/button-style'

export function AdminSearch({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      data-leaves-drawer
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      className={buttonStyle({ block: true, className: 'mt-5 !justify-start !px-3 font-medium text-ink-2' })}
      onClick={onClick}
    >
      <Search aria-hidden="true" />
      Search
      <kbd className="ml-auto font-sans text-xs font-medium text-ink-muted max-md:hidden">Ctrl K</kbd>
    </button>
  )
}
