// SPDX-License-Identifier: MIT
import tseslint from "typescript-eslint";

export default tseslint.config({ ignores: ["node_modules", "*.mjs", "eslint.config.js"] }, ...tseslint.configs.strict);
