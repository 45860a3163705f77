import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DeliveryMethod, deliveryKeys } from '@/entities/deliveries/delivery'
import {
  type DeliveryFile,
  fileProblem,
  newFilePath,
  removeDeliveryFile,
  uploadDeliveryFile,
  uploadErrorMessage,
} from '@/entities/deliveries/files'
import { findOne, readOne } from '@/entities/shared/read'
import { supabase } from '@/lib/supabase'

export type DeliverySettings = {
  method: DeliveryMethod
  instructions: string | null
  /** What a message to a member begins with (D52). */
  message: string | null
  link: string | null
  file_path: string | null
  file_name: string | null
  file_size: number | null
  file_type: string | null
  low_stock: number
}

/** Null if the benefit is not found. The generated types of functions lack null and the methods. */
export const readDeliverySettings = (benefitId: string, signal: AbortSignal) =>
  findOne(
    supabase.rpc('delivery_settings', { p_benefit_id: benefitId }),
    signal,
  ) as Promise<DeliverySettings | null>

export function useDeliverySettings(benefitId: string | null) {
  return useQuery({
    queryKey: deliveryKeys.settings(benefitId ?? ''),
    queryFn: ({ signal }) => readDeliverySettings(benefitId ?? '', signal),
    enabled: benefitId !== null,
  })
}

/** Orders of the last 30 days (D34). */
export function useDeliveryStats(benefitId: string) {
  return useQuery({
    queryKey: deliveryKeys.stats(benefitId),
    queryFn: ({ signal }) => readOne(supabase.rpc('delivery_figures', { p_benefit_id: benefitId }), signal),
  })
}

type Upload = { file: File; path: string; signal: AbortSignal }

/** `stored`: the file to save; `field`: props of FileUpload (D32). Removes unsaved uploads, unless `isNeeded`. */
export function useFileUpload(benefitId: string, saved?: DeliveryFile, isNeeded?: (path: string) => boolean) {
  const [stored, setStored] = useState(saved)
  const [before, setBefore] = useState(saved)
  // What somebody else has saved replaces what was there, but not one's own upload or removal.
  if (saved?.path !== before?.path) {
    setBefore(saved)
    if (stored?.path === before?.path) setStored(saved)
  }
  const [selectedFile, setSelectedFile] = useState<File>()
  const [sent, setSent] = useState(0)
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const leave = useEffectEvent(() => {
    running.current?.abort()
    discard()
  })
  useEffect(() => () => leave(), [])
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ file, path, signal }: Upload) => {
      try {
        const uploaded = await uploadDeliveryFile(path, file, { onProgress: setSent, signal })
        if (!signal.aborted) return uploaded
      } catch (error) {
        if (!signal.aborted) throw error
      }
      // The upload may have ended just before.
      await removeDeliveryFile(path)
      return undefined
    },
    meta: { failed: 'form' },
  })

  function discard() {
    if (!stored || stored.path === saved?.path || isNeeded?.(stored.path)) return
    void removeDeliveryFile(stored.path)
  }

  function forget() {
    discard()
    setStored(undefined)
  }

  async function choose(file: File) {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const refusal = await fileProblem(file)
    if (controller.signal.aborted) return
    setProblem(refusal)
    if (refusal) return
    setSent(0)
    setSelectedFile(file)
    const path = newFilePath(benefitId, file.name)
    mutate(
      { file, path, signal: controller.signal },
      {
        onSuccess: (uploaded) => {
          if (!uploaded) return
          forget()
          setStored(uploaded)
          setSelectedFile(undefined)
        },
        onError: (error) => setProblem(uploadErrorMessage(error)),
      },
    )
  }

  const field = {
    file: selectedFile ?? stored,
    sent: isPending && selectedFile ? sent : undefined,
    problem,
    onChoose: (file: File) => void choose(file),
    onCancel: () => {
      running.current?.abort()
      setSelectedFile(undefined)
    },
    onRetry: selectedFile && problem ? () => void choose(selectedFile) : undefined,
    onRemove: () => {
      setProblem(undefined)
      setSelectedFile(undefined)
      if (!selectedFile) forget()
    },
  }
  return { stored, field }
}
