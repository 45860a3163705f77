import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadErrorMessage } from '@/entities/deliveries/file-messages'
import { type DeliveryFile, downloadDeliveryFile } from '@/entities/deliveries/files'
import { useReadDelivery } from '@/entities/deliveries/read'
import { saveFile } from '@/lib/save-file'

/** Saves the file under its original name (D32). `received`: bytes so far. */
export function useFileDownload() {
  const [received, setReceived] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: async (file: DeliveryFile) => {
      setReceived(0)
      saveFile(file.name, await downloadDeliveryFile(file, { onProgress: setReceived }))
    },
    meta: { failed: (error) => ({ title: 'Error', description: downloadErrorMessage(error) }) },
  })
  return { download: mutate, received: isPending ? received : undefined }
}

/** Only reading a delivery returns where its file is; it counts as read from then on. */
export function useDeliveredFile(orderId: string) {
  const { read, isPending } = useReadDelivery(orderId)
  const { download, received } = useFileDownload()
  return {
    received,
    isBusy: isPending || received !== undefined,
    // The mutation shows why it was not read.
    save: () => void read().then(download, () => undefined),
  }
}
