import { useEffect } from 'react'

const prefix = 'Error: '

/** The title begins with the error, because a screen reader reads it first. */
export function useErrorTitle(isWrong: boolean): void {
  useEffect(() => {
    if (!isWrong) return
    document.title = prefix + document.title
    return () => {
      // Another page may have set its own title.
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length)
    }
  }, [isWrong])
}
