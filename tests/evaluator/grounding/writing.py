"""How a perfect model of each syntax writes a point or a box."""

from collections.abc import Sequence


def write(syntax: str, point: Sequence[float]) -> str:
    x, y = (f"{value:.6g}" for value in point)
    return {
        "tool_call": '<tool_call>\n{"name": "computer_use", "arguments": {"action": "left_click", '
        f'"coordinate": [{x}, {y}]}}}}\n</tool_call>',
        "qwen_json": f'```json\n[{{"bbox_2d": [{x}, {y}, {x}, {y}], "label": "it"}}]\n```',
        "ui_tars": f"Action: click(point='<point>{x} {y}</point>')",
        "pair_round": f"({x}, {y})",
        "pair_square": f"[{x}, {y}]",
        "box_square": f"[{x}, {y}, {x}, {y}]",
        "box_nested": f"[[{x}, {y}, {x}, {y}]]",
        "os_atlas": f"<|box_start|>({x},{y}),({x},{y})<|box_end|>",
        "click_call": f"Click({x}, {y})",
        "gemini": f"click_at(x={x}, y={y})",
    }[syntax]
