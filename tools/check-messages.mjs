// Checks the message files: every language must have every message, with the same inputs and with all its plural forms. No
// message can be unused, have the same text as another, or have a key that breaks the rules. `npm test` runs the check.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inputTypes, languages, placeholdersOf, readMessages } from './messages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Folders whose code uses messages. */
const codeFolders = ['src', 'server', 'workers']
const MAX_KEY = 48

/** Returns the problems of the message files as sentences. */
export function checkMessages() {
  const english = readMessages('en')
  const [originalLanguage, ...translations] = languages
  return [
    ...checkKeys(english),
    ...checkUse(english, sourcesOf()),
    ...checkQuotes(sourcesOf()),
    ...checkTexts(originalLanguage, english, english),
    ...translations.flatMap((language) => checkTexts(language, readMessages(language), english)),
  ]
}

/**
 * Reports keys that do not begin with the name of their file, and messages with the same text. Single words can be
 * repeated, because their translation can depend on where they are used: 'stopped' is a state and, in the audit trail, an
 * action.
 */
export function checkKeys(messages) {
  const keyOf = new Map()
  return Object.entries(messages).flatMap(([area, texts]) =>
    Object.entries(texts).flatMap(([key, message]) => {
      const faults = []
      if (!new RegExp(`^${area}_[a-z][A-Za-z0-9]*$`).test(key) || key.length > MAX_KEY)
        faults.push(`en/${area}.json: '${key}' should be '${area}_' and a short name.`)
      const text = JSON.stringify(message)
      if (keyOf.has(text) && !isWord(message))
        faults.push(`en/${area}.json: '${key}' has the same text as '${keyOf.get(text)}'.`)
      keyOf.set(text, key)
      return faults
    }),
  )
}

const isWord = (message) => typeof message === 'string' && !/[\s{]/.test(message)

/** Reports messages that these sources do not use. */
export function checkUse(messages, sources) {
  const usedKeys = new Set(sources.flatMap((text) => Array.from(text.matchAll(/\bm\.(\w+)/g), ([, key]) => key)))
  return Object.entries(messages).flatMap(([area, texts]) =>
    Object.keys(texts)
      .filter((key) => !usedKeys.has(key))
      .map((key) => `en/${area}.json: no code uses '${key}'. Delete it.`),
  )
}

/** Reports code that puts quotation marks around a value. Each language has its own marks, which `m.common_quoted` adds. */
export const checkQuotes = (sources) =>
  sources.flatMap((text) =>
    Array.from(text.matchAll(/.*[“„«]\$?\{.*/g), ([line]) => `Use m.common_quoted instead of marks: ${line.trim()}`),
  )

/** Reports keys that the language lacks or that English does not have, and wrong inputs and plural forms. */
export function checkTexts(language, messages, english) {
  return Object.entries(english).flatMap(([area, texts]) => {
    const areaMessages = messages[area] ?? {}
    const nameOf = (key) => `${language}/${area}.json: '${key}'`
    return [
      ...Object.keys(areaMessages)
        .filter((key) => !(key in texts))
        .map((key) => `${nameOf(key)} is not in English. Delete it.`),
      ...Object.entries(texts).flatMap(([key, message]) =>
        key in areaMessages
          ? checkMessage(language, areaMessages[key], message).map((fault) => `${nameOf(key)} ${fault}`)
          : [`${nameOf(key)} is missing.`],
      ),
    ]
  })
}

/** The problems of a message, each as the end of a sentence that begins with its key. */
function checkMessage(language, message, english) {
  const englishInputs = Object.keys(inputTypes(english))
  if (typeof message === 'string') return checkText(message, englishInputs)
  return [
    ...checkConditions(message),
    ...checkPlaceholders(message),
    ...checkInputs(message, englishInputs),
    ...checkSelectors(message, english, englishInputs),
    ...checkVariants(message, language),
  ]
}

function checkText(text, englishInputs) {
  const unknown = [...placeholdersOf(text)].filter((name) => !englishInputs.includes(name))
  const faults = unknown.map((name) => `has {${name}}, which is not an input of the English text.`)
  return text.trim() === '' ? ['is empty.', ...faults] : faults
}

const checkConditions = ([{ selectors, match }]) =>
  Object.keys(match)
    .filter((condition) => !isCondition(condition, selectors))
    .map((condition) => `has '${condition}', which is not a value of ${selectors.join(' and ')}.`)

function checkPlaceholders([{ declarations, match }]) {
  const declaredNames = new Set(declarations.map(declaredName))
  return Object.values(match)
    .flatMap((text) => [...placeholdersOf(text)])
    .filter((name) => !declaredNames.has(name))
    .map((name) => `has {${name}}, which is not declared.`)
}

const checkInputs = (message, englishInputs) =>
  Object.keys(inputTypes(message))
    .filter((name) => !englishInputs.includes(name))
    .map((name) => `declares '${name}', which is not an input of the English text.`)

/**
 * A condition such as 'decision=approved' compares with a value of the code, which the English text would print. A
 * condition with a word of the language itself, such as a German noun, is allowed.
 */
function checkSelectors([{ selectors, match }], english, englishInputs) {
  const comparisons = Object.keys(match).flatMap(toComparisons)
  return selectors
    .filter((selector) => englishInputs.includes(selector) && !selectorsOf(english).includes(selector))
    .filter((selector) => comparisons.some((comparison) => isCodeValue(comparison, selector)))
    .map(
      (selector) =>
        `selects its words by '${selector}'. The English text must do so too; otherwise it prints the raw value.`,
    )
}

/** Every selector needs a text for all other values, or for all plural forms of the language. */
function checkVariants([{ declarations, selectors, match }], language) {
  const pluralNames = new Set(declarations.filter((line) => line.endsWith(': plural')).map(declaredName))
  const comparisons = Object.keys(match).flatMap(toComparisons)
  return selectors.flatMap((selector) => {
    const comparisonsOfSelector = comparisons.filter((comparison) => comparison.startsWith(`${selector}=`))
    const values = new Set(comparisonsOfSelector.map((comparison) => comparison.split('=')[1]))
    if (values.has('*')) return []
    if (!pluralNames.has(selector)) return [`has no text for other values of '${selector}' (${selector}=*).`]
    return new Intl.PluralRules(language)
      .resolvedOptions()
      .pluralCategories.filter((category) => !values.has(category))
      .map((category) => `has no text for ${selector}=${category}.`)
  })
}

/** 'input rows' → 'rows'; 'local form = rows: plural' → 'form'. */
const declaredName = (declaration) => declaration.split(' ')[1]

/** 'a=yes, b=*' → ['a=yes', 'b=*'] */
const toComparisons = (condition) => condition.split(', ')

/** True for 'a=yes, b=*' if the selectors are a and b. A comma in a value would end the condition. */
const isCondition = (condition, selectors) =>
  toComparisons(condition)
    .filter((comparison) => comparison !== '')
    .map((comparison) => comparison.replace(/=[^=,]+$/, ''))
    .join() === selectors.join()

const selectorsOf = (message) => (typeof message === 'string' ? [] : message[0].selectors)
const isCodeValue = (comparison, selector) => new RegExp(`^${selector}=[a-z]+$`).test(comparison)

function sourcesOf() {
  return codeFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = checkMessages()
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
