import { useEffect, useRef, useState } from 'react'
import { describeRefusedFile, findImageProblem } from '#shared/web/image-file.ts'
import { manageAgentText } from '../../manage-spec.ts'

export type AgentImage = {
  /** The chosen file, when it can be an image. */
  file: File | undefined
  /** Its blob URL in this page. */
  preview: string | undefined
  /** Why the last file was rejected; an earlier valid one stays. */
  problem: string | undefined
  /** Resolves to whether the file was accepted. */
  choose: (file: File) => Promise<boolean>
  remove: () => void
}

/** The image of an agent's form, checked before it is sent. */
export function useAgentImage(): AgentImage {
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const preview = usePreviewUrl(file)
  const turn = useRef(0)
  return {
    file,
    preview,
    problem,
    async choose(next) {
      turn.current += 1
      const mine = turn.current
      const found = await describeImageProblem(next)
      if (mine !== turn.current) return false // another one was chosen meanwhile
      setProblem(found)
      if (found === undefined) setFile(next)
      return found === undefined
    },
    remove() {
      turn.current += 1
      setProblem(undefined)
      setFile(undefined)
    },
  }
}

function usePreviewUrl(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return undefined
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => {
      setAddress(undefined)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return address
}

async function describeImageProblem(file: File): Promise<string | undefined> {
  const problem = await findImageProblem(file)
  if (problem === 'too-large') return manageAgentText.imageTooLarge
  return problem && describeRefusedFile(file, manageAgentText.notAnImage)
}
