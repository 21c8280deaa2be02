import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

const CLOCK = "Time comes from useSession(): now() is frozen, the wall clock is not.";
const COLOUR = "Colours come from useTheme(): a literal one looks wrong in nine of the ten themes.";

/** What would make a screen depend on anything but the state it was loaded with. */
const deterministic = {
  "no-restricted-properties": [
    "error",
    { object: "Date", property: "now", message: CLOCK },
    { object: "Math", property: "random", message: "Randomness would make equal states look different." },
    { object: "performance", property: "now", message: CLOCK },
  ],
  "no-restricted-syntax": ["error", { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: CLOCK }],
};

export default tseslint.config(
  { ignores: ["**/node_modules/**", "**/*.generated.ts", "android/android/**", "android/bundles/**", "android/.expo/**", "android/*.{js,ts}", "android/scripts/**", "android/src/**/__tests__/**", "scripts/**", "eslint.config.mjs"] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { "react-hooks": reactHooks },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrors: "none" }],
      "@typescript-eslint/no-unnecessary-condition": ["error", { allowConstantLoopConditions: true }],
      // Counts and sizes in test ids and styles.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      // Context values and stores are closures, not classes.
      "@typescript-eslint/unbound-method": "off",
      ...deterministic,
    },
  },
  {
    // Apps: only the kit, React, layout primitives and icons.
    files: ["mail/src/**", "pay/src/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [
            {
              name: "react-native",
              importNames: ["Alert", "BackHandler", "Modal", "Animated", "LayoutAnimation", "Pressable", "TouchableOpacity", "Text", "TextInput", "Button", "Switch", "FlatList", "SectionList", "StatusBar", "Dimensions", "Appearance"],
              message: "The kit has it, tied to the UI state, the theme and the phone's back.",
            },
          ],
          patterns: [
            { group: ["@tapworld/kit/*", "!@tapworld/kit/testing"], message: "Import from @tapworld/kit." },
            { group: ["@tapworld/mail", "@tapworld/pay", "@tapworld/web"], message: "Apps do not know each other." },
            { group: ["react-native-web", "react-dom", "react-dom/*", "expo*", "@sqlite.org/*"], message: "Platform code belongs to the kit." },
          ],
        },
      ],
      "no-restricted-syntax": [
        ...deterministic["no-restricted-syntax"],
        { selector: "Literal[value=/^#[0-9a-fA-F]{3,8}$/]", message: COLOUR },
        { selector: "Literal[value=/^(rgb|hsl)a?\\(/]", message: COLOUR },
        { selector: "Property[key.name=/[cC]olor$/] > Literal[value!='transparent']", message: COLOUR },
      ],
    },
  },
  {
    files: ["**/__tests__/**", "**/testing/**"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "no-restricted-imports": "off",
      ...deterministic,
    },
  },
  {
    // Real time is what these wait in or stop; an app that nobody drives shows it.
    files: ["web/src/page/settled.ts", "web/src/page/guard.ts", "web/src/page/__tests__/guard.test.ts", "android/src/Root.tsx"],
    rules: { "no-restricted-properties": "off", "no-restricted-syntax": "off" },
  },
);
