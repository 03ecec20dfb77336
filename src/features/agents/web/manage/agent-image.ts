import { useEffect, useRef, useState } from 'react'
import { describeRefusedFile, findImageProblem } from '#shared/web/image-file.ts'
import { manageAgentText } from '../../manage-texts.ts'

export type AgentImage = {
  /** The chosen file, when it can be an image. */
  file: File | undefined
  /** The blob URL of the file. */
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
  const latestChoice = useRef(0)
  return {
    file,
    preview,
    problem,
    async choose(next) {
      latestChoice.current += 1
      const choice = latestChoice.current
      const imageProblem = await describeImageProblem(next)
      if (choice !== latestChoice.current) return false // another file was chosen in the meantime
      setProblem(imageProblem)
      if (imageProblem === undefined) setFile(next)
      return imageProblem === undefined
    },
    remove() {
      latestChoice.current += 1
      setProblem(undefined)
      setFile(undefined)
    },
  }
}

function usePreviewUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return undefined
    const blobUrl = URL.createObjectURL(file)
    setUrl(blobUrl)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(blobUrl)
    }
  }, [file])
  return url
}

async function describeImageProblem(file: File): Promise<string | undefined> {
  const problem = await findImageProblem(file)
  if (problem === 'too-large') return manageAgentText.imageTooLarge
  return problem && describeRefusedFile(file, manageAgentText.notAnImage)
}
