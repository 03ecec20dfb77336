/** The language to declare for a text of unknown origin: Chinese as soon as it holds a Chinese character. */
export function detectLanguage(text: string): 'zh' | undefined {
  return /\p{Script=Han}/u.test(text) ? 'zh' : undefined
}
