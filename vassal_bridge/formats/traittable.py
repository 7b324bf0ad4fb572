"""The table of traits: one row for each that VASSAL's engine knows, fields in Java's order.

A row names the trait's prefix, its name in the editor, its class in VASSAL.counters and its
two layouts (format reference 6.4 to 6.7). A default is what the engine's reader takes where an
older text ends early; texts that the engine takes from its translations are left empty.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vassal_bridge.formats.fields import NOTHING, Layout, fields, read_int, whole
from vassal_bridge.formats.tokens import decode


@dataclass(frozen=True, slots=True)
class TraitSpec:
    """One trait: the prefix of its type, its name in VASSAL's editor, its two layouts.

    `choose` gives the type's layout where it depends on the text (without the prefix).
    `secret` names the fields that hold a player's id, which is a password.
    """

    prefix: str
    name: str
    type: Layout
    state: Layout = NOTHING
    java: str = ""
    choose: Callable[[str], Layout] | None = None
    secret: tuple[str, ...] = ()

    def type_layout(self, body: str) -> Layout:
        """Return the layout of a type's text, given without the prefix."""
        return self.type if self.choose is None else self.choose(body)


_ROTATE_TAIL = (
    " random_key:k random_menu name description direct_key:k direct_menu direct_expression:e"
    " direct_is_facing:b=true"
)
ROTATE_FACINGS = fields("facings:i cw_key:k ccw_key:k cw_menu ccw_menu" + _ROTATE_TAIL)
"""Can Rotate with a fixed number of facings."""
ROTATE_FREE = fields("facings:i angle_key:k angle_menu" + _ROTATE_TAIL)
"""Can Rotate to any angle: its number of facings is 1."""


def _rotate(body: str) -> Layout:
    return ROTATE_FREE if read_int(decode(body, ";")[0]) == 1 else ROTATE_FACINGS


_PLACE = (
    "menu key:k marker:spec=null text=null x:e=0 y:e=0 match_rotation:b=false after_key:k"
    " description gpid placement:i=0 above:b=false copy_properties:b=false parameters:par[]"
    " version:i=0"
)

_LOOKS: tuple[TraitSpec, ...] = (
    TraitSpec(
        "emb2;",
        "Layer",
        type=fields(
            "activate_menu activate_modifiers:i=128 activate_key=A increase_menu"
            " increase_modifiers:i=128 increase_key decrease_menu decrease_modifiers:i=128"
            " decrease_key reset_menu reset_key:k reset_level:e=1 underneath:b=false x:i=0 y:i=0"
            " images:s[] names:s[] loop:b=true name random_key:k random_menu follow:b=false"
            " follow_property:e first_level:i=1 version:i=0 always_active:b=true"
            " activate_stroke:k increase_stroke:k decrease_stroke:k description scale:d=1.0"
            " only_if_property only_if_state:b=true"
        ),
        state=fields("level:i keys_typed"),
        java="Embellishment",
    ),
    TraitSpec(
        "emb;",
        "Layer (oldest form)",
        type=fields(
            "activate:emb activate_menu increase_key increase_menu decrease_key decrease_menu"
            " x:i=0 y:i=0 level:lvl*"
        ),
        state=fields("level:i keys_typed"),
        java="Embellishment",
    ),
    TraitSpec(
        "label;",
        "Text Label",
        type=fields(
            "key:k menu font_size:i=10 background:c foreground:c=0,0,0 vertical:ch=t"
            " vertical_offset:i=0 horizontal:ch=c horizontal_offset:i=0 vertical_justify:ch=b"
            " horizontal_justify:ch=c name_format:e=$pieceName$_($label$) font=Dialog"
            " font_style:i=0 rotate:i=0 property=TextLabel description always_format:b=false"
        ),
        state=whole("label"),
        java="Labeler",
    ),
    TraitSpec(
        "rotate;",
        "Can Rotate",
        type=ROTATE_FACINGS,
        state=whole("facing", "d"),
        java="FreeRotator",
        choose=_rotate,
    ),
    TraitSpec(
        "pivot;",
        "Can Pivot",
        type=fields(
            "menu key:k x:i=0 y:i=0 fixed_angle:b=true angle:d=90.0 description second_menu"
            " second_key:k second_angle:d=270.0"
        ),
        java="Pivot",
    ),
    TraitSpec(
        "nonRect2;",
        "Non-Rectangular",
        type=fields("scale:d=1.0 shape:path..."),
        java="NonRectangular",
    ),
    TraitSpec("nonRect;", "Non-Rectangular", type=whole("shape", "path"), java="NonRectangular"),
    TraitSpec(
        "footprint;",
        "Movement Trail",
        type=fields(
            "key:k menu initially_visible:b=false globally_visible:b=false radius:i=10"
            " fill:c=255,255,255 line:c=0,0,0 selected_transparency:i=100"
            " unselected_transparency:i=50 point_buffer:i=20 display_buffer:i=30"
            " line_width:d=1.0 on_key:k off_key:k clear_key:k description"
            " ignore_same_location:b=false"
        ),
        state=fields("visible:b=false map n:i=0 point:xy*n initialized:b=false last_size:i"),
        java="Footprint",
    ),
    TraitSpec(
        "markmoved;",
        "Mark When Moved",
        type=fields(
            "icon x:i=0 y:i=0 menu key:k=77,130 description ignore_same_location:b=false set_menu"
            " set_key:k clear_menu clear_key:k"
        ),
        state=whole("moved", "b"),
        java="MovementMarkable",
    ),
    TraitSpec(
        "AreaOfEffect;",
        "Area Of Effect",
        type=fields(
            "colour:c=128,128,128 opacity:i=30 radius:i=1 always_active:b=true menu key:k shader"
            " fixed_radius:b=true radius_property description name on_menu on_key:k off_menu"
            " off_key:k globally_visible:b=true"
        ),
        state=whole("active", "b"),
        java="AreaOfEffect",
    ),
    TraitSpec(
        "border;",
        "Border Outline",
        type=fields(
            "property:e description thickness:i=2 colour:c=255,0,0 second_property:e compare"
        ),
        java="BorderOutline",
    ),
)

_SECRETS: tuple[TraitSpec, ...] = (
    TraitSpec(
        "obs;",
        "Mask",
        type=fields(
            "key:k image menu display:face mask_name=? access:acc=player: peek_menu description"
            " auto_peek:b=false deal_key:k deal_expression:e"
        ),
        state=fields("owner options:opt"),
        java="Obscurable",
        secret=("owner", "options"),
    ),
    TraitSpec(
        "hide;",
        "Invisible",
        type=fields(
            "key:k=73,130 menu background:c access:acc=player: opacity:d=0.3 description"
            " no_auto_report:b=false"
        ),
        state=whole("owner"),
        java="Hideable",
        secret=("owner",),
    ),
    TraitSpec(
        "restrict;",
        "Restricted Access",
        type=fields("sides:s[] by_player:b=false restrict_movement:b=true description"),
        state=whole("owner"),
        java="Restricted",
        secret=("owner",),
    ),
    TraitSpec(
        "hideCmd;",
        "Restrict Commands",
        type=fields("name action=Hide filter:e keys:k[]"),
        java="RestrictCommands",
    ),
)

_VALUES: tuple[TraitSpec, ...] = (
    TraitSpec(
        "piece;",
        "Basic Piece",
        type=fields("clone_key:ch delete_key:ch image name"),
        state=fields("map x:i=0 y:i=0 gpid persistent:i=0 property*2persistent"),
        java="BasicPiece",
    ),
    TraitSpec(
        "mark;",
        "Marker",
        type=fields("name*", ","),
        state=fields("value*", ","),
        java="Marker",
    ),
    TraitSpec(
        "PROP;",
        "Dynamic Property",
        type=fields("name constraints:con commands:dkc[] description"),
        state=whole("value"),
        java="DynamicProperty",
    ),
    TraitSpec(
        "setprop;",
        "Set Global Property",
        type=fields("name:e constraints:con commands:dkc[] description level search_name"),
        java="SetGlobalProperty",
    ),
    TraitSpec(
        "setpieceprop;",
        "Set Piece Property",
        type=fields(
            "name:e constraints:con commands:dkc[] description target:tgt filter:e"
            " restrict_range:b=false range:i=1 fixed_range:b=true range_property"
            " select_from_deck:e=-1 override_constraints:b=false"
        ),
        java="SetPieceProperty",
    ),
    TraitSpec(
        "calcProp;",
        "Calculated Property",
        type=fields("name expression:e description"),
        java="CalculatedProperty",
    ),
    TraitSpec("basicName;", "Basic Name", type=fields("name"), java="BasicName"),
    TraitSpec("cmt;", "Comment", type=fields("text"), java="Comment"),
    TraitSpec(
        "locmsg;",
        "Translatable Message",
        type=fields("name description message"),
        java="TranslatableMessage",
    ),
    TraitSpec(
        "propertysheet;",
        "Property Sheet",
        type=fields(
            "definition:row[] menu letter commit_style:i=0 red:i green:i blue:i key:k=80,130"
            " description"
        ),
        state=fields("value*", "~"),
        java="PropertySheet",
    ),
    TraitSpec(
        "table;",
        "Spreadsheet",
        type=fields("rows:i=2 columns:i=2 menu key:k description"),
        state=fields("cell*", ","),
        java="TableInfo",
    ),
    TraitSpec(
        "prototype;",
        "Prototype",
        type=fields("name parameters:sub[]"),
        java="UsePrototype",
    ),
)

_PLACES: tuple[TraitSpec, ...] = (
    TraitSpec(
        "immob;",
        "Does Not Stack",
        type=fields("select:flags move:ch=V stack:ch=R description"),
        java="Immobilized",
    ),
    TraitSpec(
        "mat;", "Mat", type=fields("name description"), state=fields("n:i=0 id*n"), java="Mat"
    ),
    TraitSpec(
        "matPiece;",
        "Mat Cargo",
        type=fields("description maintain_facing:b=true x:i=0 y:i=0 find_key:k detach_key:k"),
        state=whole("mat"),
        java="MatCargo",
    ),
    TraitSpec(
        "attach;",
        "Attachment",
        type=fields(
            "name description attach_menu attach_key:k clear_menu clear_key:k filter:e"
            " restrict_range:b=false range:i=1 fixed_range:b=true range_property"
            " select_from_deck:e=-1 target:tgt clear_matching_menu clear_matching_key:k"
            " clear_matching_filter:e on_attach=nothing on_detach=nothing before_attach=clear"
            " allow_self:b=false auto_attach:b=true"
        ),
        state=fields("n:i=0 id*n"),
        java="Attachment",
    ),
    TraitSpec(
        "sendto;",
        "Send To Location",
        type=fields(
            "menu key:k map:e board:e x:e=0 y:e=0 back_menu back_key:k x_index:e=0 y_index:e=0"
            " x_offset:e=1 y_offset:e=1 description destination:ch=L zone:e region:e filter:e"
            " grid_location:e"
        ),
        state=fields("back_map back_x:i back_y:i"),
        java="SendToLocation",
    ),
    TraitSpec(
        "return;",
        "Return To Deck",
        type=fields(
            "menu key:k deck select_prompt description version:i=0 prompt:b=false expression:e"
        ),
        java="ReturnToDeck",
    ),
    TraitSpec(
        "translate;",
        "Move Fixed Distance",
        type=fields(
            "menu key:k=77,130 dx:e=0 dy:e=60 move_stack:b=false x_index:e=0 y_index:e=0"
            " x_offset:e=0 y_offset:e=0 description"
        ),
        java="Translate",
    ),
)

_COMMANDS: tuple[TraitSpec, ...] = (
    TraitSpec("clone;", "Clone", type=fields("menu key:k=67,130 description"), java="Clone"),
    TraitSpec("delete;", "Delete", type=fields("menu key:k=68,130 description"), java="Delete"),
    TraitSpec(
        "deselect;",
        "Deselect",
        type=fields("menu key:k=75,130 description unstack:b=false what:ch=D"),
        java="Deselect",
    ),
    TraitSpec(
        "submenu;", "Sub-Menu", type=fields("title commands:s[] description"), java="SubMenu"
    ),
    TraitSpec(
        "menuSeparator;", "Menu Separator", type=fields("description key:k"), java="MenuSeparator"
    ),
    TraitSpec(
        "playSound;",
        "Play Sound",
        type=fields(
            "clip:e menu key:k=80,130 send_to_others:b=false description no_suppress:b=false"
        ),
        java="PlaySound",
    ),
    TraitSpec(
        "globalhotkey;",
        "Global Hotkey",
        type=fields("menu key:k=72,130 hotkey:k description"),
        java="GlobalHotKey",
    ),
    TraitSpec(
        "globalkey;",
        "Global Key Command",
        type=fields(
            "menu key:k=71,130 command:k=75,130 filter:e restrict_range:b=false range:i=1"
            " report_single:b=true fixed_range:b=true range_property description"
            " select_from_deck:e=-1 target:tgt suppress_sounds:b=false parameters:par[]"
        ),
        java="CounterGlobalKeyCommand",
    ),
    TraitSpec(
        "macro;",
        "Trigger Action",
        type=fields(
            "description menu=Trigger key:k=84,130 filter:e watch:k[] action:k[] loop:b=false"
            " before_loop_key:k after_loop_key:k loop_type=counted while:e until:e loop_count:e"
            " index:b=false index_property index_start:e=1 index_step:e=1"
        ),
        java="TriggerAction",
    ),
    TraitSpec(
        "report;",
        "Report Action",
        type=fields(
            "keys:k[] format:e cycle_down_keys:k[] cycle_formats:s[] description"
            " no_suppress:b=false"
        ),
        state=whole("cycle_index", "i"),
        java="ReportState",
    ),
    TraitSpec(
        "button;",
        "Action Button",
        type=fields(
            "key:k=65,130 x:i=0 y:i=0 width:i=0 height:i=0 description popup_menu:b=false"
            " whole_shape:b=false version:i=0 n:i=0 corner:i*2n"
        ),
        java="ActionButton",
    ),
    TraitSpec(
        "locCommand;",
        "Multi-Location Command",
        type=fields(
            "description where filter:e menu:e key:k current_map_only:b=true menu_sort:e"
            " ascending:b=true numeric:b=false"
        ),
        java="MultiLocationCommand",
    ),
    TraitSpec("placemark;", "Place Marker", type=fields(_PLACE), java="PlaceMarker"),
    TraitSpec("replace;", "Replace With Other", type=fields(_PLACE), java="Replace"),
)

TRAITS: tuple[TraitSpec, ...] = (*_VALUES, *_LOOKS, *_SECRETS, *_PLACES, *_COMMANDS)
"""Every trait of the engine (VASSAL.build.module.BasicCommandEncoder) and the Basic Piece."""

OPAQUE = TraitSpec("", "Opaque", type=whole("text"), state=whole("text"))
"""What a trait without a row is: its texts are carried as they are."""

STACK_STATE = fields("map x:i=0 y:i=0 member*")
"""A stack's state: its members bottom first, and `@@` with its layer at the end."""

DECK_STATE = fields("map x:i=0 y:i=0 face_down:b=false members:s[]")
"""A deck's state: its members bottom first, the last being the next drawn."""

DECK_TYPE = fields(
    "outlined:b=true colour:c=0,0,0 width:i=40 height:i=40 face_down_option=Always"
    " shuffle_option=Always multiple_draw:b=true select_draw:b=true reversible:b=true"
    " reshuffle_command reshuffle_target reshuffle_report:e name shuffle_report:e"
    " reverse_report:e face_down_report:e draw_face_up:b=false persistable:b=false"
    " shuffle_key:k reshuffle_key:k max_stack:i=10 count_expressions:s[] counting:b=false"
    " global_commands:gkc[] hotkey_on_empty:b=false empty_key:k"
    " select_display:e=$BasicName$ select_sort restrict:b=false restrict_expression:e"
    " shuffle_menu reverse_menu reverse_key:k draw_multiple_menu draw_specific_menu face_up_menu"
    " face_down_menu face_up_key:k face_up_report:e face_flip_key:k face_down_key:k save_menu"
    " save_key:k save_report load_menu load_key:k load_report restrict_access:b=false owners:s[]"
)
"""A deck's type behind `deck;`: 49 fields (VASSAL.counters.Deck)."""
