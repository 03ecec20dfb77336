import { expect, test } from 'vitest'
import { createFieldTexts } from './field-texts.ts'

/** The part of an input that a form needs. */
function createInput(value = '') {
  const input = {
    value,
    isFocused: false,
    focus() {
      input.isFocused = true
    },
  }
  return input as typeof input & HTMLInputElement
}

test('a field with an initial text overwrites its input', () => {
  const texts = createFieldTexts({ email: 'a@b.example' })
  const input = createInput('typed early')
  texts.attach('email', input)
  expect([texts.getText('email'), input.value]).toEqual(['a@b.example', 'a@b.example'])
})

test('a field without an initial text keeps what was typed before the script loaded', () => {
  const texts = createFieldTexts({})
  const input = createInput('typed early')
  texts.attach('email', input)
  expect([texts.getText('email'), input.value]).toEqual(['typed early', 'typed early'])
})

test('an input that renders again keeps its text, and one that replaces it gets the text', () => {
  const texts = createFieldTexts({})
  const input = createInput()
  texts.attach('email', input)
  input.value = 'now'
  texts.note('email', 'now')
  texts.attach('email', null)
  texts.attach('email', input)
  const replacement = createInput('something else')
  texts.attach('email', replacement)
  expect([input.value, replacement.value, texts.getText('email')]).toEqual(['now', 'now', 'now'])
})

test('put writes the text to the input and notifies subscribers', () => {
  const texts = createFieldTexts({})
  const input = createInput()
  const reported: string[] = []
  texts.attach('weight', input)
  const leave = texts.subscribe(() => reported.push(texts.getText('weight')))
  texts.put('weight', '500')
  texts.note('weight', '5001')
  leave()
  texts.note('weight', '')
  expect([input.value, reported]).toEqual(['500', ['500', '5001']])
})

test('a field without an input has a text too', () => {
  const texts = createFieldTexts({})
  texts.put('features', '1,2')
  texts.focus('features')
  expect([texts.getText('features'), texts.getText('never named')]).toEqual(['1,2', ''])
})

test('the focus goes to the input of a field', () => {
  const texts = createFieldTexts({})
  const input = createInput()
  texts.attach('email', input)
  texts.focus('email')
  expect(input.isFocused).toBe(true)
})
