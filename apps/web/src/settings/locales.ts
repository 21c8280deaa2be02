/** Languages of dates and numbers that the phone offers; apps speak English in all of them. */
export const LOCALES: readonly { id: string; name: string }[] = [
  { id: "en-US", name: "English (United States)" },
  { id: "en-GB", name: "English (United Kingdom)" },
  { id: "en-IN", name: "English (India)" },
  { id: "de-DE", name: "Deutsch (Deutschland)" },
  { id: "fr-FR", name: "Français (France)" },
  { id: "es-ES", name: "Español (España)" },
  { id: "it-IT", name: "Italiano (Italia)" },
  { id: "pt-BR", name: "Português (Brasil)" },
  { id: "nl-NL", name: "Nederlands (Nederland)" },
  { id: "sv-SE", name: "Svenska (Sverige)" },
  { id: "pl-PL", name: "Polski (Polska)" },
  { id: "hi-IN", name: "हिन्दी (भारत)" },
  { id: "ja-JP", name: "日本語 (日本)" },
  { id: "ko-KR", name: "한국어 (대한민국)" },
  { id: "zh-CN", name: "中文 (中国)" },
];

/** The locale's own name; its tag when it is not in the list. */
export function localeName(id: string): string {
  return LOCALES.find((locale) => locale.id === id)?.name ?? id;
}
