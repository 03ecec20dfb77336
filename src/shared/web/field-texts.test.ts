import { expect, test } from 'vitest'
import { createFieldTexts } from './field-texts.ts'

/** As much of an input as a form needs. */
function anInput(value = '') {
  const input = {
    value,
    isFocused: false,
    focus() {
      input.isFocused = true
    },
  }
  return input as typeof input & HTMLInputElement
}

test('a field with a start shows it, whatever stood in its input', () => {
  const texts = createFieldTexts({ email: 'a@b.example' })
  const input = anInput('typed early')
  texts.attach('email', input)
  expect([texts.getText('email'), input.value]).toEqual(['a@b.example', 'a@b.example'])
})

test('a field without a start takes over what was typed before the script was there', () => {
  const texts = createFieldTexts({})
  const input = anInput('typed early')
  texts.attach('email', input)
  expect([texts.getText('email'), input.value]).toEqual(['typed early', 'typed early'])
})

test('an input that is drawn again keeps its letters, and one that takes its place gets them', () => {
  const texts = createFieldTexts({})
  const input = anInput()
  texts.attach('email', input)
  input.value = 'now'
  texts.note('email', 'now')
  texts.attach('email', null)
  texts.attach('email', input)
  const other = anInput('something else')
  texts.attach('email', other)
  expect([input.value, other.value, texts.getText('email')]).toEqual(['now', 'now', 'now'])
})

test('a text that is put in stands in the input, and everybody hears of it', () => {
  const texts = createFieldTexts({})
  const input = anInput()
  const heard: string[] = []
  texts.attach('weight', input)
  const leave = texts.subscribe(() => heard.push(texts.getText('weight')))
  texts.put('weight', '500')
  texts.note('weight', '5001')
  leave()
  texts.note('weight', '')
  expect([input.value, heard]).toEqual(['500', ['500', '5001']])
})

test('a field that no input stands for has a text all the same', () => {
  const texts = createFieldTexts({})
  texts.put('features', '1,2')
  texts.focus('features')
  expect([texts.getText('features'), texts.getText('never named')]).toEqual(['1,2', ''])
})

test('the focus goes to the input of a field', () => {
  const texts = createFieldTexts({})
  const input = anInput()
  texts.attach('email', input)
  texts.focus('email')
  expect(input.isFocused).toBe(true)
})
