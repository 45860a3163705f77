import { FileSearch } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'

export function ReceiptPicker({ onPick }: { onPick: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<FileSearch />} onClick={() => input.current?.click()}>
        Compare with a receipt
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label="Receipt"
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) onPick(file)
        }}
      />
    </>
  )
}
