import { Printer } from 'lucide-react'
import { Dialog } from '@/components/dialog/dialog'
import { Button } from '@/components/ui/button'
import type { OwnOrder } from '@/entities/orders/own'
import { Invoice } from './invoice'
import './invoice.css'

type Props = { order: OwnOrder; onClose: () => void }

export function InvoiceDialog({ order, onClose }: Props) {
  return (
    <Dialog
      wide
      title="Invoice"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          <Button icon={<Printer />} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <Invoice order={order} />
    </Dialog>
  )
}
